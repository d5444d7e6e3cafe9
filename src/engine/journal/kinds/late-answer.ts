/** The response of a receiver after the timeout of its attempt. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import {
  detailsOfAnswer,
  type HiddenAnswerDetails,
  outcomeOfAnswer,
  hiddenAnswerDetails,
  titleOfAnswer,
} from '../answer-details.ts'

/** The response of a receiver after the timeout of its attempt. */
export interface LateAnswerEntry extends JournalEntryBase {
  readonly kind: 'late answer'
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

export const lateAnswerKind = entryKind<LateAnswerEntry, HiddenAnswerDetails>({
  name: 'late answer',
  summary: 'the response of a receiver after the timeout',
  track: 'deliveries',
  roles: ['receiver', 'service'],
  hidden: hiddenAnswerDetails,
  endsAttempt: true,
  severity: () => 'failed',
  subject: ({ webhook, notification }) => ({ webhook, notification }),
  title: titleOfAnswer('late answer'),
  outcome: outcomeOfAnswer,
  details: detailsOfAnswer,
  sentence: ({ status, error = '' }) => `${status ?? error}, after the timeout`,
})
