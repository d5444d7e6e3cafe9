/** The counters of usage. They are plain data, so that `structuredClone` copies them. */
import type { Id } from '../../store/keys.ts'
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
  /** The first reads of single records, without those of records that changed after a page was read. */
  byId: number
  /** Those reads of single records whose record was in a page that was read before. */
  listed: number
  /** The operation that returned those pages. */
  listedBy: string | undefined
  /** The current bursts of filtered lists, by path, filter and the rest of the query. */
  readonly bursts: Map<string, FilterBurst>
  /** The longest burst. */
  longestBurst: FilterBurst | undefined
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
  /** The paging of the last page, which a client that retries reads again. */
  position: string
  /** Whether the last page was read. Only a first page starts the next walk. */
  isOver: boolean
  /** The completed walks with several pages. */
  completed: number
  /** The calls of completed walks. */
  calls: number
}

/** The reads of a list that differ only in the value of one filter, without a reason to read again between them. */
export interface FilterBurst {
  /** The name of the filter. */
  readonly filter: string
  /** The journal entry that caused the reads, such as the attempt of a delivery. */
  readonly cause: number | undefined
  /** The number of the last change of the table before the reads. */
  readonly change: number
  /** The values of the filter, newest last. */
  readonly values: Set<string>
  readonly evidence: PatternEvidence
  calls: number
  /** The number and the time of the last read. */
  last: { number: number; at: number }
}

export interface PatternEvidence {
  readonly entries: number[]
  readonly callSites: string[]
}

/** The last successful read of a path. */
interface LatestRead {
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
  /** The number of the last change of a record with an id, in any table. */
  readonly changedIds: Map<string, number>
  /** The ids of records that changed after a client read records of their resource, and that no client read since. */
  readonly outdated: Map<string, Set<Id>>
  /** The delivery attempts, and the operations that read a record because of each. */
  readonly attempts: Map<number, Set<string>>
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
  changedIds: new Map(),
  outdated: new Map(),
  attempts: new Map(),
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
    bursts: new Map(),
    longestBurst: undefined,
    smallPages: 0,
    smallPageRows: 0,
    repeats: 0,
    polls: 0,
    walks: new Map(),
    evidence: {},
  },
})
