/** Types of the snapshots and forks that the inspector lists, for the page. */
import type { TableDifference } from './snapshot-diff.ts'

export interface SnapshotView {
  readonly id: string
  readonly name: string
  /** The moment on the emulator's clock. */
  readonly at: string
}

export interface ForkView {
  /** The instance key of the fork. */
  readonly key: string
  readonly token: string
  /** The path of the fork's inspector. */
  readonly inspector: string
}

export interface ComparisonView {
  readonly tables: readonly TableDifference[]
}
