/** The interface of a peer in the comparison. */
import type { TimedRun } from '../interleaved-runs.ts'

export type User = Readonly<Record<string, unknown>> & { readonly id: number }
export type Rows = readonly User[]

export interface Peer {
  /** Lists the first 25 users. */
  readonly list: TimedRun
  /** Reads one user, a different one each time. */
  readonly read: TimedRun
  close?(): void
}

export const baseUrl = 'https://service.test/api/v1'
export const pageSize = 25

/** Ids from the whole table, one after another. */
export const idAt = (number: number): number => ((number * 37) % 1_000) + 1
