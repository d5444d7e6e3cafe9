/** What a fault is: a rule as data, said the same way in code and over the wire. */
import type { Duration } from '../machine/duration.ts'
import type { ActName, Acts, EventName, GroupName, OperationId } from '../generated/rows.ts'

/** A moment, or how far it is from now: `"2026-01-05T10:00:00Z"`, `"2h"`, milliseconds. */
export type TimeSpec = string | Date | Duration

/** An act of an administrator, by its id, with its input by the names on the wire. */
export interface FaultChange {
  /** The id of the act: `merge_users`, or `mergeUsers`. */
  readonly act: ActName | keyof Acts
  /** What the act is given: `{ primary: 1, secondary: 2 }`. Default: nothing. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** What becomes of a request or a delivery that is hit. */
export interface FaultEffect {
  /** The answer is this status: to a request in the service's own error shape, to a delivery as if the receiver had said so. */
  readonly status?: number
  /** Requests only: seconds in `Retry-After`. Implies status 429 where none is said. */
  readonly retry_after?: number
  /** The answer takes so many milliseconds of the emulator's clock. */
  readonly latency_ms?: number
  /**
   * No answer comes. `before`: nothing happened, or nothing arrived. `after`: the write was made, or the
   * receiver got the delivery, but only when nobody waited any more.
   */
  readonly timeout?: 'before' | 'after'
  /** The connection breaks before anything happened. */
  readonly reset?: boolean
  /** Requests only: what happens to the text of the answer. */
  readonly body?: 'truncated' | 'malformed' | 'empty'
  /** Requests only: an act that is run before the request is looked at, as between two pages. */
  readonly change?: FaultChange
  /** Deliveries only: it is never sent, now or later. */
  readonly drop?: boolean
  /** Deliveries only: it is sent twice, under the same id. */
  readonly duplicate?: boolean
  /** Deliveries only: it is sent so many milliseconds later. */
  readonly delay_ms?: number
  /** Deliveries only: the next one to the same webhook goes first, if one comes within a minute. */
  readonly reorder?: boolean
  /** Deliveries only: it carries no signature, or one that does not match. */
  readonly signature?: 'missing' | 'wrong'
  /** Deliveries only: it is signed as if it had been sent so many seconds earlier. */
  readonly age_s?: number
}

/**
 * Which requests or deliveries are hit, when, how often, and what becomes of them. What is not said
 * matches everything; a rule without `nth` and `times` hits until it is ended.
 */
export interface FaultRule {
  /** Default: what the other keys imply, else `request`. */
  readonly at?: 'request' | 'delivery'
  /** Requests of this operation, by its id. */
  readonly operation?: OperationId
  /** Requests of the operations in this group. */
  readonly group?: GroupName
  /** Requests whose path fits: `/users/1`, `/users/{id}`; a last `*` stands for any rest. */
  readonly path?: string
  /** Deliveries of this event. */
  readonly event?: EventName
  /** Deliveries to this webhook, by its id or its url. */
  readonly webhook?: string
  /** The first that is hit, counted among those that match. Default: 1. */
  readonly nth?: number
  /** How many are hit. Default: 1 with `nth`, otherwise all. */
  readonly times?: number
  /** From this moment on. Default: from now on. */
  readonly from?: TimeSpec
  /** Up to but not including this moment. Default: without end. */
  readonly until?: TimeSpec
  /** What becomes of each that is hit. */
  readonly with: FaultEffect
}

/** A rule without what is read before it is kept. */
type StoredRule = Omit<FaultRule, 'at' | 'from' | 'until'>

/** What a fault has beside its rule and its moments, as it is kept and as it is listed. */
export interface FaultStatus {
  /** As it stands in the header `x-emulator-fault` and in the journal: `fault-1`. */
  readonly id: string
  /** What it hits. */
  readonly at: 'request' | 'delivery'
  /** The outage that it is a part of. */
  readonly outage?: string
  /** How many requests or deliveries it matched in its time. */
  readonly matched: number
  /** How many of them it hit. */
  readonly hits: number
}

/** A rule that was set, as it is kept: a value in a cell. */
export interface Fault extends StoredRule, FaultStatus {
  readonly fromMs: number
  /** Not said where it has no end. */
  readonly untilMs?: number
}

/** What hits one request or one delivery: all rules that do, as one. */
export interface FaultHit {
  /** The ids of the faults, as they stand in the header and in the journal. */
  readonly faultIds: string
  /** Where two of them say something of the same thing, the one that was set first has its way. */
  readonly effect: FaultEffect
  readonly changes: readonly FaultChange[]
}
