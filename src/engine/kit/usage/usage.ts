/** What a run costs: calls, pages, records, bytes, waits, scopes and advice, as plain data. */
import type { OperationId } from '../../service-types.ts'

/** The calls of one operation. */
export interface OperationUsage {
  /** The id of the operation, such as `get_users`. */
  readonly operation: OperationId
  /** The number of calls. */
  readonly calls: number
  /** The answered pages of a list; 0 for other operations. */
  readonly pages: number
  /** The returned records or items. */
  readonly rows: number
  /** The bytes of the request bodies. */
  readonly requestBytes: number
  /** The bytes of the response bodies. */
  readonly responseBytes: number
  /** The calls by status: `{ 200: 12, 429: 1 }`. Calls without a response count as `none`. */
  readonly statuses: Readonly<Record<string, number>>
  /** The answered pages by requested size: `{ 25: 40 }`. */
  readonly pageSizes: Readonly<Record<string, number>>
}

/** The use of the rate limit. */
export interface RateLimitUsage {
  /** The calls that were answered with 429. */
  readonly refused: number
  /**
   * The time from a 429 to the next accepted call of the same client, in milliseconds on the emulator's
   * clock, summed over all waits.
   */
  readonly waitedMs: number
  /** The fullest window of one client. `windowStart` is in ISO 8601, and null without a call. */
  readonly highest: {
    readonly calls: number
    readonly limit: number
    readonly windowStart: string | null
  }
}

/** A deprecated part of the API that the run used. `paging` is the page number of a list. */
export interface DeprecatedUsage {
  /** What is deprecated. */
  readonly kind: 'parameter' | 'field' | 'paging' | 'operation'
  /** The name of the parameter, the field or the operation. */
  readonly name: string
  /** The id of the called operation. */
  readonly operation: OperationId
  /** The number of calls that used it. */
  readonly calls: number
}

/** The ids of the rules of advice. */
export type AdviceId =
  'n-plus-one' | 'list-per-record' | 'small-pages' | 'repeated-reads' | 'polling' | 'complete-walks'

/** A way to send fewer calls. */
export interface Advice {
  /** The id of the rule. */
  readonly id: AdviceId
  /** One sentence with the numbers, and one with the better way. */
  readonly text: string
  /** The id of the called operation. */
  readonly operation: OperationId
  /** The calls that the advice is about. */
  readonly calls: number
  /** The numbers of journal entries of such calls, at most 5. */
  readonly evidence: readonly number[]
  /** The places that sent such calls, as `file:line`, at most 5. Empty if they are not known. */
  readonly callSites: readonly string[]
}

/** The usage as JSON: the same values without methods. */
export interface UsageData {
  /** The start of the counted time, in ISO 8601 on the emulator's clock. */
  readonly since: string
  /** The end of the counted time, in ISO 8601 on the emulator's clock. */
  readonly until: string
  /** The time that passed on the emulator's clock, in milliseconds. */
  readonly durationMs: number
  /** All calls, with those that match no operation. */
  readonly calls: number
  /** The operations with calls, most calls first. */
  readonly operations: readonly OperationUsage[]
  /** The calls that match no operation. */
  readonly unmatched: number
  /** The refusals and waits of the rate limit, and its highest use. */
  readonly rateLimit: RateLimitUsage
  /** The scopes that calls needed, and the other scopes of the tokens that were used. */
  readonly scopes: { readonly used: readonly string[]; readonly unused: readonly string[] }
  /** The deprecated parts of the API that calls used. */
  readonly deprecated: readonly DeprecatedUsage[]
  /** Ways to send fewer calls, most calls first. */
  readonly advice: readonly Advice[]
}

/** What a run cost. It is frozen. */
export interface Usage extends UsageData {
  /** Formats the usage as a table with the advice. */
  toText(): string
  /** Returns the usage without its methods. */
  toJSON(): UsageData
}
