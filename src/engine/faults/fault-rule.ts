/** The types of fault rules. A rule is data, with the same shape in code and in the control plane. */
import type { Duration } from '../clock/duration.ts'
import type { EventName, GroupName, OperationId } from '../service-types.ts'
import type { FaultChange, FaultEffect } from './effects.ts'

/** A time, or a duration from now: `"2026-01-05T10:00:00Z"`, `"2h"`, milliseconds. */
export type TimeSpec = string | Date | Duration

/**
 * Selects requests or deliveries and defines when and how they fail. A key that is absent matches
 * everything. A rule without `nth` and `times` hits until it is ended.
 */
export interface FaultRule {
  /** Default: the kind that the other keys imply, otherwise `request`. */
  readonly at?: 'request' | 'delivery'
  /** Requests of this operation, by its id. */
  readonly operation?: OperationId
  /** Requests of the operations in this group. */
  readonly group?: GroupName
  /** Requests with this path: `/users/1`, `/users/{id}`. A final `*` matches any number of segments. */
  readonly path?: string
  /** Deliveries of this event. */
  readonly event?: EventName
  /** Deliveries to this webhook, by its id or its URL. */
  readonly webhook?: string
  /** The number of the first match that is hit. Default: 1. */
  readonly nth?: number
  /** How many matches are hit. Default: 1 with `nth`, otherwise all. */
  readonly times?: number
  /** The start of the rule. Default: now. */
  readonly from?: TimeSpec
  /** The end of the rule, exclusive. Default: no end. */
  readonly until?: TimeSpec
  /** What happens to each request or delivery that is hit. */
  readonly with: FaultEffect
}

/** The keys of a rule that are stored unchanged. */
type StoredRule = Omit<FaultRule, 'at' | 'from' | 'until'>

/** The id and the counts of a fault. */
export interface FaultStatus {
  /** The id in the header `x-emulator-fault` and in the journal, such as `fault-1`. */
  readonly id: string
  /** What the fault hits. */
  readonly at: 'request' | 'delivery'
  /** The id of the outage that the fault belongs to. */
  readonly outage?: string
  /** How many requests or deliveries the rule matched between its start and its end. */
  readonly matched: number
  /** How many of the matches were hit. */
  readonly hits: number
}

/** A rule in the form in which a cell stores it. */
export interface Fault extends StoredRule, FaultStatus {
  readonly fromMs: number
  /** Absent if the rule has no end. */
  readonly untilMs?: number
}

/** The faults that hit one request or one delivery, combined. */
export interface FaultHit {
  /** The ids of the faults, as in the header and in the journal. */
  readonly faultIds: string
  /** If two faults set the same key, or keys that exclude each other, the earlier fault applies. */
  readonly effect: FaultEffect
  readonly changes: readonly FaultChange[]
  /**
   * Deliveries only: the attempt waits. `next`: until the next delivery to the webhook has ended. `release`:
   * until the dispatcher is asked to release it. Only an interceptor sets it.
   */
  readonly hold?: 'next' | 'release'
}
