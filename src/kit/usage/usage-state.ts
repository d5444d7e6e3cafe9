/** The counters of usage. They are plain data, so that `structuredClone` copies them. */
import type { Id } from '../../machine/keys.ts'
import type { AdviceId, DeprecatedUsage, OperationUsage } from './usage.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The counters of one operation. */
export interface OperationCount extends Mutable<
  Omit<OperationUsage, 'operation' | 'statuses' | 'pageSizes'>
> {
  readonly statuses: Record<string, number>
  readonly pageSizes: Record<string, number>
  /** What the rules of advice count. */
  readonly patterns: ReadPatterns
}

/** The reads of one operation that could be saved. */
export interface ReadPatterns {
  /** The reads of single records that were not read before. */
  byId: number
  /** Those reads of single records whose record was in a page that was read before. */
  listed: number
  /** The operation that returned those pages. */
  listedBy: string | undefined
  /** The pages with fewer records than possible, in walks with several pages. */
  smallPages: number
  /** The records in those pages. */
  smallPageRows: number
  /** The identical reads shortly after the first one, without a change between. */
  repeats: number
  /** The identical reads some time after the previous one. */
  polls: number
  /** The walks over all pages, by path without paging. */
  readonly walks: Map<string, Walk>
  /** The journal entries that the rules give as evidence. */
  readonly evidence: Partial<Record<AdviceId, PatternEvidence>>
}

export interface Walk {
  /** The pages of the current walk. */
  pages: number
  /** The records in those pages. */
  rows: number
  /** The completed walks with several pages. */
  completed: number
  /** The calls of completed walks. */
  calls: number
}

export interface PatternEvidence {
  readonly entries: number[]
  readonly callers: string[]
}

/** The last successful read of a path. */
export interface LatestRead {
  readonly client: string | undefined
  readonly at: number
  /** The bytes of the response. They tell of changes that the journal does not contain. */
  readonly bytes: number
  /** The number of the last change of the table before the read. */
  readonly change: number
}

export interface UsageState {
  /** The time of the first entry. Undefined without an entry. */
  startMs: number | undefined
  /** The time of the last entry. */
  lastMs: number
  durationMs: number
  calls: number
  unmatched: number
  refused: number
  waitedMs: number
  /** The time of the first 429 of each client that has no accepted call since. */
  readonly waiting: Map<string, number>
  highest: { calls: number; windowStart: number | undefined }
  readonly operations: Map<string, OperationCount>
  readonly scopesUsed: Set<string>
  /** The scopes of each token. */
  readonly scopesHeld: Set<ReadonlySet<string>>
  readonly deprecated: Map<string, Mutable<DeprecatedUsage>>
  /** The last read of each path. */
  readonly reads: Map<string, LatestRead>
  /** The number of the last change of each table. */
  readonly changes: Map<string, number>
  /** The ids that pages returned, and the operation that returned them, by resource. */
  readonly listed: Map<string, Map<Id, string>>
}

export const createUsageState = (): UsageState => ({
  startMs: undefined,
  lastMs: 0,
  durationMs: 0,
  calls: 0,
  unmatched: 0,
  refused: 0,
  waitedMs: 0,
  waiting: new Map(),
  highest: { calls: 0, windowStart: undefined },
  operations: new Map(),
  scopesUsed: new Set(),
  scopesHeld: new Set(),
  deprecated: new Map(),
  reads: new Map(),
  changes: new Map(),
  listed: new Map(),
})

export const createOperationCount = (): OperationCount => ({
  calls: 0,
  pages: 0,
  rows: 0,
  requestBytes: 0,
  responseBytes: 0,
  statuses: {},
  pageSizes: {},
  patterns: {
    byId: 0,
    listed: 0,
    listedBy: undefined,
    smallPages: 0,
    smallPageRows: 0,
    repeats: 0,
    polls: 0,
    walks: new Map(),
    evidence: {},
  },
})
