/** What a person may make go wrong, and what a fault says in words. */
import type { FaultEffect, FaultView } from '../../api/fault-views.ts'
import { formatTimestamp, formatDuration, pluralize } from '../format.ts'

/** What a person may make go wrong, by where it strikes. */
export const effectPresets: Readonly<
  Record<FaultView['at'], readonly (readonly [label: string, effect: FaultEffect])[]>
> = {
  request: [
    ['500 Internal Server Error', { status: 500 }],
    ['503 Service Unavailable', { status: 503 }],
    ['429 with Retry-After 60', { status: 429, retry_after: 60 }],
    ['404 Not Found', { status: 404 }],
    ['8 seconds of latency', { latency_ms: 8_000 }],
    ['no answer, nothing written', { timeout: 'before' }],
    ['no answer, but written', { timeout: 'after' }],
    ['connection reset', { reset: true }],
    ['truncated JSON', { body: 'truncated' }],
    ['malformed JSON', { body: 'malformed' }],
    ['an empty body', { body: 'empty' }],
  ],
  delivery: [
    ['dropped', { drop: true }],
    ['sent twice', { duplicate: true }],
    ['10 minutes late', { delay_ms: 600_000 }],
    ['after the next one', { reorder: true }],
    ['without a signature', { signature: 'missing' }],
    ['with a wrong signature', { signature: 'wrong' }],
    ['signed an hour ago', { age_s: 3_600 }],
    ['answered 500', { status: 500 }],
    ['no answer, not arrived', { timeout: 'before' }],
    ['no answer, but arrived', { timeout: 'after' }],
  ],
}

/** Which requests or deliveries a fault strikes, and when. */
export function describeFault(fault: FaultView): string {
  const { at, operation, group, path, event, webhook, nth, times, from, until } = fault
  const filters = [operation, group && `group ${group}`, path, event, webhook].filter(Boolean)
  const kind = at === 'request' ? 'requests' : 'deliveries'
  const subject = filters.length > 0 ? `${kind} of ${filters.join(', ')}` : `all ${kind}`
  const occurrence =
    nth !== undefined
      ? `, from the ${ordinal(nth)} on${times === undefined ? '' : `, ${pluralize(times, 'time')}`}`
      : times === undefined
        ? ''
        : `, the first ${times === 1 ? 'one' : times}`
  return `${subject}${occurrence}, from ${formatTimestamp(from)}${until ? ` until ${formatTimestamp(until)}` : ''}`
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${number > 10 && number < 14 ? 'th' : (ending ?? 'th')}`
}

/** What becomes of whoever is struck: the words of the form, or else what was said in code. */
export function describeEffect({ at, with: effect }: FaultView): string {
  const preset = effectPresets[at].find(
    ([, each]) => JSON.stringify(each) === JSON.stringify(effect),
  )
  if (preset) return preset[0]
  return Object.entries(effect)
    .map(([name, value]) =>
      name.endsWith('_ms')
        ? `${name.slice(0, -3)} ${formatDuration(Number(value))}`
        : describeValue(name, value),
    )
    .join(', ')
}

const describeValue = (name: string, value: unknown): string =>
  value === true
    ? name
    : `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
