/** The response of a receiver to an attempt. */
import { entryKind, type EntrySubject, type JournalEntryBase } from '../entry-kind.ts'
import { reasonSuffix } from '../sentence-parts.ts'
import type { Severity } from '../story.ts'
import {
  detailsOfAnswer,
  factsOfAnswer,
  type HiddenAnswerDetails,
  titleOfAnswer,
  whyOfAnswer,
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
  /** Why the receiver failed: the first line of the body of an answer of 500 or more. */
  readonly reason?: string
}

type Answer = Omit<AnswerEntry, 'kind'>

/** The status and why the receiver failed, or why the connection failed. */
export const statusText = ({ status, error = '', reason }: Answer): string =>
  status === null ? error : `${status}${reasonSuffix(reason)}`

/** The common parts of the kinds of responses to attempts. */
export const answerParts = {
  track: 'deliveries',
  roles: ['receiver', 'service'],
  hidden: ['response', 'next', 'decidedBy'],
  severity: ({ status }: Answer): Severity =>
    status !== null && status >= 200 && status < 300 ? 'ok' : 'failed',
  subject: ({ webhook, notification }: Answer): EntrySubject => ({ webhook, notification }),
  title: titleOfAnswer,
  outcome: ({ status }: Answer): string => String(status ?? 'failed'),
  details: detailsOfAnswer,
} as const

export const answerKind = entryKind<AnswerEntry, HiddenAnswerDetails>({
  ...answerParts,
  name: 'answer',
  summary: 'the response of a receiver',
  endsAttempt: true,
  sentence: statusText,
  facts: factsOfAnswer,
  why: whyOfAnswer,
})
