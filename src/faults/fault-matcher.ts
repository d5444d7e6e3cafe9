/** Says whether a fault matches a request or a delivery, and whether it is its turn. */
import type { Fault } from './fault-rule.ts'

export interface StruckRequest {
  readonly at: 'request'
  readonly operation: { readonly id: string; readonly group: string } | undefined
  /** Below the base address. */
  readonly path: string
}

export interface StruckDelivery {
  readonly at: 'delivery'
  readonly event: string
  readonly webhook: { readonly id: string; readonly url: string }
}

export type Struck = StruckRequest | StruckDelivery

export function matches(fault: Fault, struck: Struck, nowMs: number): boolean {
  if (fault.at !== struck.at || nowMs < fault.fromMs || nowMs >= (fault.untilMs ?? Infinity))
    return false
  return struck.at === 'request' ? isCall(fault, struck) : isDelivery(fault, struck)
}

function isCall(fault: Fault, { operation, path }: StruckRequest): boolean {
  if (fault.operation !== undefined && fault.operation !== operation?.id) return false
  if (fault.group !== undefined && fault.group !== operation?.group) return false
  return fault.path === undefined || pathFits(fault.path, path)
}

function isDelivery(fault: Fault, { event, webhook }: StruckDelivery): boolean {
  if (fault.event !== undefined && fault.event !== event) return false
  return fault.webhook === undefined || [webhook.id, webhook.url].includes(fault.webhook)
}

/** Whether the match that was just counted is one of those that are hit. */
export const isTurn = ({ nth = 1, times = Infinity, hits }: Fault, counted: number): boolean =>
  counted >= nth && hits < times

const isParameter = (segment: string): boolean => /^(\{.*\}|:.+|\*)$/.test(segment)

/** `{id}`, `:id` and `*` fit any segment, on both sides; a last `*` also fits several. */
export function pathFits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const segments = path.split('/')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? segments.length < wanted.length : segments.length !== wanted.length) return false
  return wanted.every((each, i) => {
    const segment = segments[i] as string
    return each === segment || isParameter(each) || isParameter(segment)
  })
}
