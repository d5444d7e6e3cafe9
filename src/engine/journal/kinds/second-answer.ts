/** The response of a receiver to the second copy of a delivery. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import {
  detailsOfAnswer,
  type HiddenAnswerDetails,
  outcomeOfAnswer,
  hiddenAnswerDetails,
  titleOfAnswer,
} from '../answer-details.ts'

/**
 * The response of a receiver to the second copy of a delivery that a fault sends twice. The attempt has ended
 * with an earlier response. After the timeout, the response is a `late answer`.
 */
export interface SecondAnswerEntry extends JournalEntryBase {
  readonly kind: 'second answer'
  /** The id of the notification. */
  readonly notification: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The status of the response; null if the connection failed. */
  readonly status: number | null
  /** Why the connection failed. */
  readonly error?: string
}

export const secondAnswerKind = entryKind<SecondAnswerEntry, HiddenAnswerDetails>({
  name: 'second answer',
  summary: 'the response of a receiver to the second copy of a delivery',
  track: 'deliveries',
  roles: ['receiver', 'service'],
  hidden: hiddenAnswerDetails,
  severity: ({ status }) => (status !== null && status >= 200 && status < 300 ? 'ok' : 'failed'),
  subject: ({ webhook, notification }) => ({ webhook, notification }),
  title: titleOfAnswer('second answer'),
  outcome: outcomeOfAnswer,
  details: detailsOfAnswer,
  sentence: ({ status, error = '' }) => `${status ?? error}, to the second copy`,
})
