/** What the entries of responses to attempts keep for stories. */
import type { EntryDetails, EntryFacts, OutcomeContext } from './entry-kind.ts'
import { formatIsoTime, truncate } from './sentence-parts.ts'
import type { Recording } from './recordings.ts'
import type { DeliveryMessage } from './kinds/attempt.ts'

/** What follows an attempt: the time of the next one in milliseconds since 1970, or why there is none. */
type AfterAttempt = { readonly at: number } | { readonly reason: string }

export interface HiddenAnswerDetails {
  /** What the receiver answered. Its text is the reason if the connection failed. */
  response?: Recording<DeliveryMessage>
  next?: AfterAttempt
}

type WithHidden = Readonly<HiddenAnswerDetails>

/** The outcome of an attempt, as its entries have it. */
interface Answer {
  readonly attempt: number
  readonly status: number | null
  readonly error?: string
}

export const outcomeOfAnswer = ({ status }: Answer): string => String(status ?? 'failed')

export function factsOfAnswer({ next }: WithHidden): EntryFacts {
  if (!next) return {}
  return { next: 'at' in next ? { at: new Date(next.at).toISOString() } : next }
}

export function detailsOfAnswer({
  response,
  status,
}: WithHidden & Pick<Answer, 'status'>): EntryDetails {
  if (!response || status === null) return {}
  const { headers = {}, text } = response.value ?? {}
  return {
    response: {
      status,
      headers,
      ...(text === undefined ? { isBodyDropped: true as const } : { body: text }),
    },
  }
}

/** `Failed: the endpoint answered 503 to attempt 1; the next attempt is at 2026-01-05 09:05:00`. */
export function whyOfAnswer(
  { attempt, status, error }: Answer,
  { next, response }: OutcomeContext,
): string {
  const answered =
    status !== null
      ? `the endpoint answered ${status} to attempt ${attempt}`
      : error === undefined
        ? `the endpoint did not answer attempt ${attempt} in time`
        : `attempt ${attempt} failed: ${error}`
  if (!next) return `Delivered: ${answered}`
  const body = response?.body ? `, with the body \`${truncate(response.body)}\`` : ''
  const then =
    next.at === undefined
      ? `there is no further attempt, because ${next.reason}`
      : `the next attempt is at ${formatIsoTime(next.at)}`
  return `Not delivered: ${answered}${body}; ${then}`
}
