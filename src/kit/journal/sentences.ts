/** Puts an entry of the journal into words. */
import { formatDuration } from '../../machine/duration.ts'
import type { FilteredEntry } from './journal-filter.ts'

/** Longer bodies and lists are cut. */
const lengthMax = 90

/** What a sentence takes from elsewhere. */
export interface Surroundings {
  /** Where a webhook sends to, if it is still there. */
  urlOf(webhook: string): string | undefined
}

type Sentence = (entry: FilteredEntry, surroundings: Surroundings) => string

const sentences: Readonly<Record<string, Sentence>> = {
  request({ at, method, path, status, body, because, waitsUntil }) {
    const sent = body === undefined ? '' : ` ${cut(String(body))}`
    return `${word(method)} ${word(path)}${sent} -> ${word(status ?? 'nothing')}${reason(because)}${waiting(at, waitsUntil)}`
  },
  change({ table, id, what, fields }) {
    const changed = what === 'updated' ? listed(fields) : ''
    return `${word(table)} ${word(id)} ${word(what)}${changed}`
  },
  event: ({ event }) => word(event),
  attempt({ event, attempt, webhook }, { urlOf }) {
    const to = urlOf(String(webhook)) ?? `webhook ${word(webhook)}`
    return `${word(event)}, attempt ${word(attempt)}, to ${to}`
  },
  answer: ({ status, error }) => (status === null ? word(error) : word(status)),
  'no answer': ({ attempt }) => `to attempt ${word(attempt)} in time`,
  'late answer': ({ status, error }) => `${word(status ?? error)}, which nobody waits for`,
  drop({ event, webhook, because }, { urlOf }) {
    return `${word(event)}, to ${urlOf(String(webhook)) ?? word(webhook)}${reason(because)}`
  },
  redeliver({ event, webhook }, { urlOf }) {
    return `${word(event)}, to ${urlOf(String(webhook)) ?? word(webhook)}, by hand`
  },
  fault: ({ fault, struck, with: effect }) =>
    `${word(fault)} hits the ${word(struck)}${pairs(effect)}`,
  outage({ of, from, until }) {
    const what = of === 'all' ? 'API and endpoints' : of === 'api' ? 'API' : 'endpoints'
    const end = until ? momentIn(until) : 'it is ended'
    return `of ${what}, from ${momentIn(from)} until ${end}`
  },
  act({ act, input, because }) {
    const refused = because === undefined ? '' : ` -> refused${reason(because)}`
    return `${word(act).replaceAll('_', ' ')}${pairs(input)}${refused}`
  },
  date: ({ day }) => `${word(day)} begins`,
  clock({ from, to }) {
    const [before, after] = [from as number, to as number]
    return `${formatDuration(after - before)} on, to ${momentOf(after)}`
  },
  flags: (entry) =>
    Object.entries(detailsOf(entry))
      .map(([name, on]) => `${name} ${on ? 'on' : 'off'}`)
      .join(', '),
  scopes({ taken, given }) {
    const said = [
      listed(taken) && `taken${listed(taken)}`,
      listed(given) && `given${listed(given)}`,
    ]
    return said.filter(Boolean).join('; ')
  },
  restore: () => 'back to a snapshot',
  step: ({ says }) => word(says),
}

export function sentenceOf(entry: FilteredEntry, surroundings: Surroundings): string {
  const sentence = sentences[entry.kind]
  if (sentence) return sentence(entry, surroundings)
  return pairs(detailsOf(entry)).slice(2)
}

/** What an entry says beyond what every entry has. */
function detailsOf(entry: FilteredEntry): object {
  const { number: _, at: __, kind: ___, cause: ____, behaviours: _____, ...details } = entry
  return details
}

const word = (value: unknown): string => String(value ?? '')
const reason = (because: unknown): string => (because === undefined ? '' : `: ${word(because)}`)

/** An answer that is still to come; its day where it is another one. */
function waiting(at: string, until: unknown): string {
  if (typeof until !== 'string') return ''
  const moment = momentIn(until)
  return `, answer waits until ${until.slice(0, 10) === at.slice(0, 10) ? moment.slice(11) : moment}`
}

const cut = (text: string): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}...` : text

const listed = (names: unknown): string =>
  Array.isArray(names) && names.length > 0 ? `: ${cut(names.join(', '))}` : ''

function pairs(values: unknown): string {
  const said = Object.entries((values ?? {}) as object).filter(([, value]) => value !== undefined)
  const text = said.map(([name, value]) => `${name} ${plain(value)}`).join(', ')
  return text && `: ${cut(text)}`
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const momentIn = (iso: unknown): string => momentOf(Date.parse(String(iso)))

/** A moment for people, without what every moment has. */
export const momentOf = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
