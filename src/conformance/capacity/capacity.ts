/** The result of a capacity measurement. */
import type { Advice } from '../../engine/kit/usage/usage.ts'

/** The accepted calls of one operation. */
export interface OperationCalls {
  /** The id of the operation, such as `get_users`. */
  readonly operation: string
  /** The number of calls. */
  readonly calls: number
}

/** The cost of a synchronization at one size. */
export interface SyncCost {
  /** The calls, with those that were answered with 429. */
  readonly calls: number
  /** The calls that were answered with 429. */
  readonly refused: number
  /** The time that the synchronization waited after a 429, in milliseconds, summed over all waits. */
  readonly waitedMs: number
  /** The duration on the clock of the emulator, in milliseconds. */
  readonly durationMs: number
  /** The accepted calls by operation, most calls first. */
  readonly perOperation: readonly OperationCalls[]
}

/** The cost of a synchronization at a size that was run. */
export interface SizeCost extends SyncCost {
  /** The number of records. */
  readonly size: number
}

/**
 * How the largest size was found. `run`: it was run and fits, and a size that differs from it in the third digit
 * does not. `line`: it extends the line through the two largest runs. `limit`: it is the largest size that was
 * run, and larger sizes may fit.
 */
export type LargestBasis = 'run' | 'line' | 'limit'

/** A capacity as data. */
export interface CapacityData extends SyncCost {
  /** The version of this form. */
  readonly version: 2
  /** The measured size. */
  readonly target: number
  /** The plural of what the sizes count. */
  readonly noun: string
  /**
   * Whether the cost at the target extends the line through the two largest runs. More than a million records are
   * not run.
   */
  readonly isExtended: boolean
  /** The runs that ended, smallest first. */
  readonly sizes: readonly SizeCost[]
  /** The time that the synchronization may take, in milliseconds. */
  readonly windowMs: number
  /** Whether the target fits into the window, as the run at the target tells. Warnings do not change it. */
  readonly fits: boolean
  /** The largest size that fits into the window; null without a search. It agrees with `fits`. */
  readonly largest: number | null
  /** How the largest size was found; null without a search. */
  readonly largestBasis: LargestBasis | null
  /**
   * What makes the result doubtful: refused calls, lists that returned no records at any size or were not read to their
   * end, and a `given` that ignores the size.
   */
  readonly warnings: readonly string[]
  /** Ways to send fewer calls, with evidence of the run at the target. */
  readonly advice: readonly Advice[]
}

/** What `measureCapacity` returns. */
export interface Capacity extends CapacityData {
  /** The time that the synchronization may take, such as `4 h`. */
  readonly window: string
  /** The answer in one line, with the warnings. */
  readonly summary: string
  /** The answer, a row for each run, the operations, warnings and advice. */
  readonly text: string
  /** Returns the capacity as data, for `JSON.stringify`. */
  toJSON(): CapacityData
  /** Returns a chart of the duration by size, with the window, as an SVG document. */
  toSvg(): string
}
