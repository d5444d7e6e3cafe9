/** Formats the delivery attempts of a receiver for its transcript. */

/** A delivery attempt. */
interface AttemptFacts {
  /** The number of the attempt, from 1. */
  readonly number: number
  /** The start of the attempt, in ISO 8601. */
  readonly at: string
  readonly status: number | null
  /** The body of the response, or why there is none. */
  readonly response: string
  /** The end of the attempt; null while it runs. */
  readonly ended: string | null
  /** How often the receiver got the delivery. Default: 1. */
  readonly arrivals?: number
}

/** An event with its delivery attempts. */
interface AttemptedEvent {
  readonly event: string
  readonly attempts: readonly AttemptFacts[]
}

/** Formats one line for each attempt, in the order in which the attempts started. */
export function formatAttempts(notifications: readonly AttemptedEvent[]): string[] {
  return notifications
    .flatMap(({ event, attempts }) => attempts.map((attempt) => ({ event, attempt })))
    .sort((a, b) => (a.attempt.at < b.attempt.at ? -1 : a.attempt.at > b.attempt.at ? 1 : 0))
    .map(({ event, attempt }) => {
      const time = attempt.at.slice(11, 19)
      return `${time}  ${event}  attempt ${attempt.number}  ${formatOutcome(attempt)}`
    })
}

function formatOutcome({ status, response, ended, arrivals = 1 }: AttemptFacts): string {
  if (ended === null) return 'under way'
  return `${status === null ? response : String(status)}${arrivals > 1 ? ', sent twice' : ''}`
}
