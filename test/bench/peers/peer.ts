/** What is asked of everyone in the comparison of peers. */
import type { Lane } from '../interleaved-runs.ts'

export type User = Readonly<Record<string, unknown>> & { readonly id: number }
export type Rows = readonly User[]

export interface Contestant {
  /** Lists the first 25 users. */
  readonly list: Lane
  /** Reads one user, each time another. */
  readonly read: Lane
  close?(): void
}

export const baseUrl = 'https://service.test/api/v1'
export const pageSize = 25

/** Ids from all over the table, one after the other. */
export const idAt = (number: number): number => ((number * 37) % 1_000) + 1
