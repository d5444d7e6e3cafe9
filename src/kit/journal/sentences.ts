/** Puts an entry of the journal into words. */
import { stringifyDuration } from '../../machine/duration.ts'
import type { JournalEntryLike } from './journal-filter.ts'

/** Longer bodies and lists are cut. */
const lengthMax = 90

/** What a sentence takes from elsewhere. */
export interface SentenceContext {
  /** Where a webhook sends to, if it is still there. */
  urlOf(webhook: string): string | undefined
}

type Sentence = (entry: JournalEntryLike, context: SentenceContext) => string

const sentences: Readonly<Record<string, Sentence>> = {
  request({ at, method, path, status, body, because, waitsUntil }) {
    const sent = body === undefined ? '' : ` ${cut(String(body))}`
    return `${toText(method)} ${toText(path)}${sent} -> ${toText(status ?? 'nothing')}${reasonSuffix(because)}${waitSuffix(at, waitsUntil)}`
  },
  change({ table, id, what, fields }) {
    const changed = what === 'updated' ? listSuffix(fields) : ''
    return `${toText(table)} ${toText(id)} ${toText(what)}${changed}`
  },
  event: ({ event }) => toText(event),
  attempt({ event, attempt, webhook }, { urlOf }) {
    const to = urlOf(String(webhook)) ?? `webhook ${toText(webhook)}`
    return `${toText(event)}, attempt ${toText(attempt)}, to ${to}`
  },
  answer: ({ status, error }) => (status === null ? toText(error) : toText(status)),
  'no answer': ({ attempt }) => `to attempt ${toText(attempt)} in time`,
  'late answer': ({ status, error }) => `${toText(status ?? error)}, which nobody waits for`,
  drop({ event, webhook, because }, { urlOf }) {
    return `${toText(event)}, to ${urlOf(String(webhook)) ?? toText(webhook)}${reasonSuffix(because)}`
  },
  redeliver({ event, webhook }, { urlOf }) {
    return `${toText(event)}, to ${urlOf(String(webhook)) ?? toText(webhook)}, by hand`
  },
  fault: ({ fault, struck, with: effect }) =>
    `${toText(fault)} hits the ${toText(struck)}${pairsSuffix(effect)}`,
  outage({ of, from, until }) {
    const what = of === 'all' ? 'API and endpoints' : of === 'api' ? 'API' : 'endpoints'
    const end = until ? formatUtcTimestamp(until) : 'it is ended'
    return `of ${what}, from ${formatUtcTimestamp(from)} until ${end}`
  },
  act({ act, input, because }) {
    const refused = because === undefined ? '' : ` -> refused${reasonSuffix(because)}`
    return `${toText(act).replaceAll('_', ' ')}${pairsSuffix(input)}${refused}`
  },
  date: ({ day }) => `${toText(day)} begins`,
  clock({ from, to }) {
    const [before, after] = [from as number, to as number]
    return `${stringifyDuration(after - before)} on, to ${formatUtcTime(after)}`
  },
  flags: (entry) =>
    Object.entries(detailsOf(entry))
      .map(([name, on]) => `${name} ${on ? 'on' : 'off'}`)
      .join(', '),
  scopes({ taken, given }) {
    const said = [
      listSuffix(taken) && `taken${listSuffix(taken)}`,
      listSuffix(given) && `given${listSuffix(given)}`,
    ]
    return said.filter(Boolean).join('; ')
  },
  restore: () => 'back to a snapshot',
  step: ({ says }) => toText(says),
}

export function entrySentence(entry: JournalEntryLike, context: SentenceContext): string {
  const sentence = sentences[entry.kind]
  if (sentence) return sentence(entry, context)
  return pairsSuffix(detailsOf(entry)).slice(2)
}

/** What an entry says beyond what every entry has. */
function detailsOf(entry: JournalEntryLike): object {
  const { number: _, at: __, kind: ___, cause: ____, behaviours: _____, ...details } = entry
  return details
}

const toText = (value: unknown): string => String(value ?? '')
const reasonSuffix = (because: unknown): string =>
  because === undefined ? '' : `: ${toText(because)}`

/** An answer that is still to come; its day where it is another one. */
function waitSuffix(at: string, until: unknown): string {
  if (typeof until !== 'string') return ''
  const moment = formatUtcTimestamp(until)
  return `, answer waits until ${until.slice(0, 10) === at.slice(0, 10) ? moment.slice(11) : moment}`
}

const cut = (text: string): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}...` : text

const listSuffix = (names: unknown): string =>
  Array.isArray(names) && names.length > 0 ? `: ${cut(names.join(', '))}` : ''

function pairsSuffix(values: unknown): string {
  const said = Object.entries((values ?? {}) as object).filter(([, value]) => value !== undefined)
  const text = said.map(([name, value]) => `${name} ${formatPlain(value)}`).join(', ')
  return text && `: ${cut(text)}`
}

const formatPlain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const formatUtcTimestamp = (iso: unknown): string => formatUtcTime(Date.parse(String(iso)))

/** A moment for people, without what every moment has. */
export const formatUtcTime = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
