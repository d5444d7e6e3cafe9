/** Sums up a journal entry in the few words that a picture of thousands of them can afford. */
import type { Entry } from '../../machine/journal.ts'

/** How an entry turned out: what a picture paints it with. */
export type Tone = 'plain' | 'ok' | 'refused' | 'failed' | 'fault'

/** The lane of the timeline in which an entry stands. */
export type Lane = 'requests' | 'changes' | 'events' | 'deliveries' | 'faults' | 'clock'

export interface Glance {
  readonly number: number
  /** The moment on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly lane: Lane
  readonly tone: Tone
  readonly title: string
  readonly cause?: number
  /** Of a delivery: to which webhook, and which notification. */
  readonly webhook?: string
  readonly notification?: string
}

export function glanceOf(entry: Entry): Glance {
  const { number, at, kind, cause } = entry
  return {
    number,
    at,
    kind,
    lane: laneOf(kind),
    tone: toneOf(entry),
    title: titleOf(entry),
    ...(cause !== undefined && { cause }),
    ...textAs('webhook', entry),
    ...textAs('notification', entry),
  }
}

const textAs = (name: string, entry: Entry) =>
  typeof entry[name] === 'string' ? { [name]: entry[name] } : {}

/** A request is written down before it is answered; until then it has no status. */
export const isOpen = ({ kind, status }: Entry): boolean =>
  kind === 'request' && status === undefined

const lanes: Readonly<Record<string, Lane>> = {
  request: 'requests',
  change: 'changes',
  event: 'events',
  attempt: 'deliveries',
  answer: 'deliveries',
  'no answer': 'deliveries',
  'late answer': 'deliveries',
  drop: 'deliveries',
  fault: 'faults',
  outage: 'faults',
}

const laneOf = (kind: string): Lane => lanes[kind] ?? 'clock'

function toneOf(entry: Entry): Tone {
  if (entry['fault'] !== undefined || laneOf(entry.kind) === 'faults') return 'fault'
  const { status } = entry
  switch (entry.kind) {
    case 'request':
      return typeof status !== 'number' ? 'plain' : toneOfStatus(status)
    case 'answer':
      return typeof status === 'number' && status >= 200 && status < 300 ? 'ok' : 'failed'
    case 'no answer':
    case 'late answer':
    case 'drop':
      return 'failed'
    default:
      return 'plain'
  }
}

const toneOfStatus = (status: number): Tone =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok'

function titleOf(entry: Entry): string {
  const word = (name: string): string => String(entry[name] ?? '')
  switch (entry.kind) {
    case 'request':
      return `${word('method')} ${word('path')} → ${word('status') || '…'}`
    case 'change':
      return `${word('table')} ${word('id')} ${word('what')}${fieldsOf(entry)}`
    case 'event':
      return word('event')
    case 'attempt':
      return `${word('event')} · attempt ${word('attempt')}`
    case 'answer':
      return entry['status'] === null ? word('error') : `answered ${word('status')}`
    case 'drop':
      return `${word('event')} dropped: the backlog is full`
    case 'clock':
      return clockTitle(entry)
    case 'act':
      return word('act').replaceAll('_', ' ')
    case 'fault':
      return `${word('struck')} struck by ${word('fault')}`
    case 'outage':
      return `outage of ${word('of')} from ${word('from').slice(0, 16).replace('T', ' ')}`
    case 'step':
      return word('says')
    case 'date':
      return `dates of ${word('day') || 'the day'} passed`
    default:
      return [entry.kind, ...['event', 'act', 'rule', 'name'].map(word)].filter(Boolean).join(' ')
  }
}

function fieldsOf({ fields }: Entry): string {
  const names = (fields as string[] | undefined) ?? []
  if (names.length === 0) return ''
  return `: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`
}

function clockTitle({ from, to, rate }: Entry): string {
  const played = rate === undefined ? 'moved' : `played at ×${String(rate)}`
  return `clock ${played}: ${momentOf(from)} → ${momentOf(to)}`
}

const momentOf = (ms: unknown): string =>
  new Date(ms as number).toISOString().slice(0, 19).replace('T', ' ')
