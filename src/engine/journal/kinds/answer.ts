/** The response of a receiver to an attempt. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import {
  detailsOfAnswer,
  factsOfAnswer,
  type HiddenAnswerDetails,
  outcomeOfAnswer,
  whyOfAnswer,
  hiddenAnswerDetails,
  titleOfAnswer,
} from '../answer-details.ts'

/** The response of a receiver to an attempt. */
export interface AnswerEntry extends JournalEntryBase {
  readonly kind: 'answer'
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

export const answerKind = entryKind<AnswerEntry, HiddenAnswerDetails>({
  name: 'answer',
  summary: 'the response of a receiver',
  track: 'deliveries',
  roles: ['receiver', 'service'],
  hidden: hiddenAnswerDetails,
  endsAttempt: true,
  severity: ({ status }) => (status !== null && status >= 200 && status < 300 ? 'ok' : 'failed'),
  subject: ({ webhook, notification }) => ({ webhook, notification }),
  sentence: ({ status, error = '' }) => (status === null ? error : String(status)),
  title: titleOfAnswer('answer'),
  outcome: outcomeOfAnswer,
  facts: factsOfAnswer,
  details: detailsOfAnswer,
  why: whyOfAnswer,
})
