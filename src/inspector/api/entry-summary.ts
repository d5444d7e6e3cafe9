/** Sums up a journal entry in the few words that a picture of thousands of them can afford. */
import type { Assembly } from '../../emulator/context.ts'
import { surroundingsOf } from '../../emulator/reports/journal-reports.ts'
import { viewEntry } from '../../emulator/reports/views.ts'
import { momentOf, sentenceOf, type Surroundings } from '../../kit/journal/sentences.ts'
import type { Entry } from '../../machine/journal.ts'

/** How an entry turned out: what a picture paints it with. */
export type Tone = 'plain' | 'ok' | 'refused' | 'failed' | 'fault'

/** The lane of the timeline in which an entry stands. */
export type Lane = 'requests' | 'changes' | 'events' | 'deliveries' | 'faults' | 'acts' | 'clock'

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

export function glanceOf(assembly: Assembly, entry: Entry): Glance {
  const { number, at, kind, cause } = entry
  return {
    number,
    at,
    kind,
    lane: laneOf(kind),
    tone: toneOf(entry),
    title: titleOf(entry, surroundingsOf(assembly)),
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
  act: 'acts',
  redeliver: 'acts',
  flags: 'acts',
  scopes: 'acts',
}

const laneOf = (kind: string): Lane => lanes[kind] ?? 'clock'

function toneOf(entry: Entry): Tone {
  if (entry['fault'] !== undefined || laneOf(entry.kind) === 'faults') return 'fault'
  const { status } = entry
  switch (entry.kind) {
    case 'act':
      return entry['because'] === undefined ? 'plain' : 'refused'
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

/** What a picture says shorter than the transcript, because it shows the rest in another way. */
const short: Readonly<Record<string, (entry: Entry) => string>> = {
  request: ({ method, path, status }) => `${word(method)} ${word(path)} → ${word(status) || '…'}`,
  attempt: ({ event, attempt }) => `${word(event)} · attempt ${word(attempt)}`,
  answer: ({ status, error }) => (status === null ? word(error) : `answered ${word(status)}`),
  act({ act, because }) {
    const name = word(act).replaceAll('_', ' ')
    return because === undefined ? name : `${name} → refused: ${word(because)}`
  },
  clock({ from, to, rate }) {
    const played = rate === undefined ? 'moved' : `played at ×${word(rate)}`
    return `clock ${played}: ${momentOf(from as number)} → ${momentOf(to as number)}`
  },
}

/** Kinds whose sentence is clear without their name before it. */
const clear = new Set(['change', 'event', 'fault', 'date', 'restore', 'step'])

function titleOf(entry: Entry, surroundings: Surroundings): string {
  const { kind } = entry
  const own = short[kind]
  if (own) return own(entry)
  const sentence = sentenceOf(viewEntry(entry), surroundings)
  return clear.has(kind) ? sentence : `${kind} ${sentence}`
}

const word = (value: unknown): string => String(value ?? '')
