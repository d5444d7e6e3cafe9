/** The result of a capacity measurement. */
import type { Advice } from '../../engine/kit/usage/usage.ts'

/** The cost of a synchronization at one size. */
export interface SyncCost {
  /** The calls, with those that were answered with 429. */
  readonly calls: number
  /** The duration on the clock of the emulator, in milliseconds. */
  readonly durationMs: number
}

/** The cost of a synchronization at a known size. */
export interface SizeCost extends SyncCost {
  /** The number of records. */
  readonly size: number
}

/** The predicted cost at the target with another page size. */
export interface PageSizeCost extends SyncCost {
  /** The value of `per_page`. */
  readonly perPage: number
}

/** How the accepted calls of one operation grow. */
export interface OperationGrowth {
  /** The id of the operation, such as `get_users`. */
  readonly operation: string
  /** The predicted accepted calls at the target. */
  readonly calls: number
  /**
   * The calls as a formula of the number of records, such as `floor((records + 99) / 100)`; `not linear` if
   * no exact formula agrees with the small runs.
   */
  readonly formula: string
}

/** A capacity as data. */
export interface CapacityData extends SyncCost {
  /** The version of this form. */
  readonly version: 1
  /** The size that was predicted, and run unless `confirm` is false. */
  readonly target: number
  /** The plural of what the sizes count. */
  readonly noun: string
  /** The predicted cost at the target. `calls` and `durationMs` are those of the full run, if there is one. */
  readonly predicted: SyncCost
  /** Whether a full run at the target had exactly the predicted calls and duration. */
  readonly confirmed: boolean
  /** The operations, most calls first. */
  readonly perOperation: readonly OperationGrowth[]
  /** The small runs, smallest first. */
  readonly sizes: readonly SizeCost[]
  /** The predicted cost at the target by page size, largest page first; empty without pages of one size. */
  readonly pageSizes: readonly PageSizeCost[]
  /** Predicted costs from the smallest size to beyond the target, for the chart. */
  readonly curve: readonly SizeCost[]
  /** The time that the synchronization may take, in milliseconds. */
  readonly windowMs: number
  /** Whether the target fits into the window. */
  readonly fits: boolean
  /** The greatest size that is predicted to fit into the window, at most 10 million. It agrees with `fits`. */
  readonly largest: number
  /** What makes the result doubtful: refused calls, and lists that returned no records at any size. */
  readonly warnings: readonly string[]
  /** Ways to send fewer calls, with evidence of the largest run. */
  readonly advice: readonly Advice[]
}

/** What `measureCapacity` returns. */
export interface Capacity extends CapacityData {
  /** The time that the synchronization may take, such as `4 h`. */
  readonly window: string
  /** The answer in one line. */
  readonly summary: string
  /** The answer, the table of sizes, the operations and the advice. */
  readonly text: string
  /** Returns the capacity as data, for `JSON.stringify`. */
  toJSON(): CapacityData
  /** Returns a chart of the duration by size, with the window, as an SVG document. */
  toSvg(): string
}
