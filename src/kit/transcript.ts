/** Tells what happened in lines that a person can read aloud. */
import type { Attempt, Notification } from '../deliver/notification.ts'

/** One line for each attempt, in the order in which they began. */
export function attemptLines(notifications: readonly Notification[]): string[] {
  return notifications
    .flatMap(({ event, attempts }) => attempts.map((attempt) => ({ event, attempt })))
    .sort((a, b) => (a.attempt.at < b.attempt.at ? -1 : a.attempt.at > b.attempt.at ? 1 : 0))
    .map(({ event, attempt }) => {
      const time = attempt.at.slice(11, 19)
      return `${time}  ${event}  attempt ${attempt.number}  ${outcomeOf(attempt)}`
    })
}

function outcomeOf({ status, response, ended, arrivals = 1 }: Attempt): string {
  if (ended === null) return 'under way'
  return `${status === null ? response : String(status)}${arrivals > 1 ? ', sent twice' : ''}`
}

/** An entry of the journal as it is shown. */
interface Shown {
  readonly number: number
  readonly at: string
  readonly kind: string
  readonly [detail: string]: unknown
}

/** One line for each entry: its number, its time, what it was. */
export function journalLines(entries: readonly Shown[]): string[] {
  return entries.map((entry) => {
    const number = String(entry.number).padStart(4)
    const cause = entry['cause'] === undefined ? '' : `  (by ${String(entry['cause'])})`
    return `${number}  ${entry.at.slice(11, 19)}  ${sentenceOf(entry)}${cause}`
  })
}

function sentenceOf(entry: Shown): string {
  const word = (name: string): string => String(entry[name] ?? '')
  switch (entry.kind) {
    case 'request':
      return `${word('method')} ${word('path')} -> ${word('status')}${reasonOf(entry)}`
    case 'change':
      return `${word('table')} ${word('id')} ${word('what')}`
    case 'clock':
      return `clock ${momentOf(entry['from'])} -> ${momentOf(entry['to'])}`
    case 'attempt':
      return `${word('event')} attempt ${word('attempt')} to webhook ${word('webhook')}`
    case 'fault':
      return `${word('fault')}: ${JSON.stringify(entry['with'])}`
    case 'answer':
      return `answer ${entry['status'] === null ? word('error') : word('status')}`
    default:
      return `${entry.kind} ${word('event') || word('act') || word('day')}`.trim()
  }
}

const momentOf = (ms: unknown): string => new Date(ms as number).toISOString().slice(0, 19)

const reasonOf = ({ because }: Shown): string =>
  because === undefined ? '' : `: ${String(because)}`
