/** Matches faults with requests and deliveries. */
import type { Fault, FaultHit } from './fault-rule.ts'
import { matchesPath } from './path-pattern.ts'

interface RequestTarget {
  readonly at: 'request'
  readonly operation: { readonly id: string; readonly group: string } | undefined
  /** The path below the base URL. */
  readonly path: string
}

export interface DeliveryTarget {
  readonly at: 'delivery'
  readonly event: string
  readonly webhook: { readonly id: string; readonly url: string }
}

/** A request as an interceptor sees it. */
export interface InterceptedRequest extends RequestTarget {
  readonly method: string
  /** The query with its question mark, or an empty text. */
  readonly search: string
  /** The text of the body; undefined without a body. */
  readonly text: string | undefined
}

/** A delivery as an interceptor sees it. */
export interface InterceptedDelivery extends DeliveryTarget {
  /** The id of the notification. */
  readonly notification: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The body of the delivery. */
  readonly body: string
}

export type InterceptedTarget = InterceptedRequest | InterceptedDelivery

/**
 * Decides about each request and each delivery, before the rules. Code of this package sets it. Outages apply to a
 * delivery that it holds when the delivery is sent.
 */
export type FaultInterceptor = (target: InterceptedTarget) => FaultHit | undefined

export type FaultTarget = RequestTarget | DeliveryTarget

export function matchesFault(fault: Fault, target: FaultTarget, nowMs: number): boolean {
  if (fault.at !== target.at || nowMs < fault.fromMs || nowMs >= (fault.untilMs ?? Infinity))
    return false
  return target.at === 'request' ? matchesRequest(fault, target) : matchesDelivery(fault, target)
}

function matchesRequest(fault: Fault, { operation, path }: RequestTarget): boolean {
  if (fault.operation !== undefined && fault.operation !== operation?.id) return false
  if (fault.group !== undefined && fault.group !== operation?.group) return false
  return fault.path === undefined || matchesPath(fault.path, path)
}

function matchesDelivery(fault: Fault, { event, webhook }: DeliveryTarget): boolean {
  if (fault.event !== undefined && fault.event !== event) return false
  return fault.webhook === undefined || [webhook.id, webhook.url].includes(fault.webhook)
}

/** Whether the rule hits the match with this number. */
export const isSelected = (
  { nth = 1, times = Infinity, hits }: Fault,
  matchCount: number,
): boolean => matchCount >= nth && hits < times
