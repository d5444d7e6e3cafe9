/** Finds the journal entry that led to a request: a delivery attempt, or a step of a scenario. */
import { attemptKind } from '../journal/kinds/attempt.ts'
import { currentAsyncCause } from '../clock/async-cause.ts'
import type { Journal } from '../journal/journal.ts'
import type { RequestLike } from './call.ts'

/** Names the cause of a request: the `webhook-id` of a delivery, or the number of a journal entry. */
const causeHeader = 'x-emulator-cause'

/** Returns the number of the entry that led to a request; undefined if it is unknown. */
export function requestCause({ headers }: RequestLike, journal: Journal): number | undefined {
  const sent = headers.get(causeHeader)
  if (sent !== null) return sentCause(sent, journal)
  const cause = currentAsyncCause()
  return cause && cause.journal === journal.identity() ? cause.number : undefined
}

function sentCause(sent: string, journal: Journal): number | undefined {
  if (/^\d{1,15}$/.test(sent)) return Number(sent)
  const isAttempt = (entry: { kind: string; notification?: string }): boolean =>
    entry.kind === attemptKind.name && entry.notification === sent
  return journal.entries().findLast(isAttempt)?.number
}
