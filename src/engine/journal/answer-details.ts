/** What the entries of responses to attempts keep for stories. */
import type { DecidingFault, EntryDetails, EntryFacts, OutcomeContext } from './entry-kind.ts'
import { formatIsoTime, truncate } from './sentence-parts.ts'
import type { Recording } from './recordings.ts'
import type { DeliveryMessage } from './kinds/attempt.ts'

/** What follows an attempt: the time of the next one in milliseconds since 1970, or why there is none. */
type AfterAttempt = { readonly at: number } | { readonly reason: string }

export interface HiddenAnswerDetails {
  /** What the receiver answered. Its text is the reason if the connection failed. */
  response?: Recording<DeliveryMessage>
  next?: AfterAttempt
  /** The faults that decided the answer. */
  decidedBy?: DecidingFault
}

type WithHidden = Readonly<HiddenAnswerDetails>

/** The outcome of an attempt, as its entries have it. */
interface Answer {
  readonly attempt: number
  readonly status: number | null
  readonly error?: string
}

export function factsOfAnswer({ next, decidedBy }: WithHidden): EntryFacts {
  return {
    ...(next && { next: 'at' in next ? { at: new Date(next.at).toISOString() } : next }),
    ...(decidedBy && { decidedBy }),
  }
}

/** `user.merged #1: answer`; without the event if the journal dropped the attempt. */
export function titleOfAnswer(
  { kind, attempt }: { readonly kind: string; readonly attempt: number },
  { event }: EntryFacts,
): string {
  return event === undefined ? `${kind} #${attempt}` : `${event} #${attempt}: ${kind}`
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
export function whyOfAnswer(answer: Answer, { next, response, decidedBy }: OutcomeContext): string {
  const answered = decidedBy ? answerByFault(answer, decidedBy) : answerOfEndpoint(answer)
  if (!next) return `Delivered: ${answered}`
  const body = response?.body ? `, with the body \`${truncate(response.body)}\`` : ''
  const then =
    next.at === undefined
      ? `there is no further attempt, because ${next.reason}`
      : `the next attempt is at ${formatIsoTime(next.at)}`
  return `Not delivered: ${answered}${body}; ${then}`
}

function answerOfEndpoint({ attempt, status, error }: Answer): string {
  if (status !== null) return `the endpoint answered ${status} to attempt ${attempt}`
  return error === undefined
    ? `the endpoint did not answer attempt ${attempt} in time`
    : `attempt ${attempt} failed: ${error}`
}

const arrivals = {
  never: 'the endpoint was not called',
  'in time': 'the endpoint was called',
  late: 'the endpoint was called after the timeout',
} as const

/** `fault-1 answered 503 to attempt 2, and the endpoint was not called`. */
function answerByFault(
  { attempt, status, error }: Answer,
  { ids, arrival }: DecidingFault,
): string {
  const answered =
    status !== null
      ? `${ids} answered ${status} to attempt ${attempt}`
      : error === undefined
        ? `${ids} left attempt ${attempt} without an answer in time`
        : `${ids} made attempt ${attempt} fail: ${error}`
  return `${answered}, and ${arrivals[arrival]}`
}
