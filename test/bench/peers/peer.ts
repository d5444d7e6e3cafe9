/** What is asked of everyone in the comparison of peers. */
import type { TimedRun } from '../interleaved-runs.ts'

export type User = Readonly<Record<string, unknown>> & { readonly id: number }
export type Rows = readonly User[]

export interface Peer {
  /** Lists the first 25 users. */
  readonly list: TimedRun
  /** Reads one user, each time another. */
  readonly read: TimedRun
  close?(): void
}

export const baseUrl = 'https://service.test/api/v1'
export const pageSize = 25

/** Ids from all over the table, one after the other. */
export const idAt = (number: number): number => ((number * 37) % 1_000) + 1
