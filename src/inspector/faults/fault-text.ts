/** Describes the selection of a fault rule in a sentence. */
import type { LabeledFault } from '../../engine/control/views/fault-views.ts'
import { formatTimestamp, pluralize } from '../../report/format.ts'

/** Returns which requests or deliveries a fault hits, and when. */
export function describeFault(fault: LabeledFault): string {
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

/** Returns how often a fault has hit: `1 of 2 hits, in 5 requests`. */
export function describeHits({ at, hits, matched, times }: LabeledFault): string {
  if (matched === 0) return 'no hit yet'
  const count =
    times === undefined ? pluralize(hits, 'hit') : `${hits} of ${pluralize(times, 'hit')}`
  if (matched === hits) return count
  const place =
    at === 'request' ? pluralize(matched, 'request') : pluralize(matched, 'delivery', 'deliveries')
  return `${count}, in ${place}`
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${number > 10 && number < 14 ? 'th' : (ending ?? 'th')}`
}
