/** Sums up a journal entry in the few words that a picture of thousands of them can afford. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { sentenceContextOf } from '../../emulator/reports/journal-reports.ts'
import { viewEntry } from '../../emulator/reports/views.ts'
import { formatUtcTime, entrySentence, type SentenceContext } from '../../kit/journal/sentences.ts'
import type { Entry } from '../../machine/journal.ts'

/** How an entry turned out: what a picture paints it with. */
export type Severity = 'plain' | 'ok' | 'refused' | 'failed' | 'fault'

/** The lane of the timeline in which an entry stands. */
export type Track = 'requests' | 'changes' | 'events' | 'deliveries' | 'faults' | 'acts' | 'clock'

export interface EntrySummary {
  readonly number: number
  /** The moment on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly track: Track
  readonly severity: Severity
  readonly title: string
  readonly cause?: number
  /** Of a delivery: to which webhook, and which notification. */
  readonly webhook?: string
  readonly notification?: string
}

export function summarizeEntry(context: EmulatorContext, entry: Entry): EntrySummary {
  const { number, at, kind, cause } = entry
  return {
    number,
    at,
    kind,
    track: trackOf(kind),
    severity: severityOf(entry),
    title: titleOf(entry, sentenceContextOf(context)),
    ...(cause !== undefined && { cause }),
    ...optionalText('webhook', entry),
    ...optionalText('notification', entry),
  }
}

const optionalText = (name: string, entry: Entry) =>
  typeof entry[name] === 'string' ? { [name]: entry[name] } : {}

/** A request is written down before it is answered; until then it has no status. */
export const isUnanswered = ({ kind, status }: Entry): boolean =>
  kind === 'request' && status === undefined

const trackByKind: Readonly<Record<string, Track>> = {
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

const trackOf = (kind: string): Track => trackByKind[kind] ?? 'clock'

function severityOf(entry: Entry): Severity {
  if (entry['fault'] !== undefined || trackOf(entry.kind) === 'faults') return 'fault'
  const { status } = entry
  switch (entry.kind) {
    case 'act':
      return entry['because'] === undefined ? 'plain' : 'refused'
    case 'request':
      return typeof status !== 'number' ? 'plain' : severityOfStatus(status)
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

const severityOfStatus = (status: number): Severity =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok'

/** What a picture says shorter than the transcript, because it shows the rest in another way. */
const shortTitles: Readonly<Record<string, (entry: Entry) => string>> = {
  request: ({ method, path, status }) =>
    `${asText(method)} ${asText(path)} → ${asText(status) || '…'}`,
  attempt: ({ event, attempt }) => `${asText(event)} · attempt ${asText(attempt)}`,
  answer: ({ status, error }) => (status === null ? asText(error) : `answered ${asText(status)}`),
  act({ act, because }) {
    const name = asText(act).replaceAll('_', ' ')
    return because === undefined ? name : `${name} → refused: ${asText(because)}`
  },
  clock({ from, to, rate }) {
    const played = rate === undefined ? 'moved' : `played at ×${asText(rate)}`
    return `clock ${played}: ${formatUtcTime(from as number)} → ${formatUtcTime(to as number)}`
  },
}

/** Kinds whose sentence is clear without their name before it. */
const selfExplanatoryKinds = new Set(['change', 'event', 'fault', 'date', 'restore', 'step'])

function titleOf(entry: Entry, surroundings: SentenceContext): string {
  const { kind } = entry
  const shortTitle = shortTitles[kind]
  if (shortTitle) return shortTitle(entry)
  const sentence = entrySentence(viewEntry(entry), surroundings)
  return selfExplanatoryKinds.has(kind) ? sentence : `${kind} ${sentence}`
}

const asText = (value: unknown): string => String(value ?? '')
