/** Tells what a receiver went through, one line for each attempt to reach it. */
import type { Attempt, Notification } from '../../model/notification.ts'

/** One line for each attempt, in the order in which they began. */
export function formatAttempts(notifications: readonly Notification[]): string[] {
  return notifications
    .flatMap(({ event, attempts }) => attempts.map((attempt) => ({ event, attempt })))
    .sort((a, b) => (a.attempt.at < b.attempt.at ? -1 : a.attempt.at > b.attempt.at ? 1 : 0))
    .map(({ event, attempt }) => {
      const time = attempt.at.slice(11, 19)
      return `${time}  ${event}  attempt ${attempt.number}  ${formatOutcome(attempt)}`
    })
}

function formatOutcome({ status, response, ended, arrivals = 1 }: Attempt): string {
  if (ended === null) return 'under way'
  return `${status === null ? response : String(status)}${arrivals > 1 ? ', sent twice' : ''}`
}
