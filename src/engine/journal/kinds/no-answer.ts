/** An attempt that ended without a response. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import {
  factsOfAnswer,
  type HiddenAnswerDetails,
  whyOfAnswer,
  hiddenAnswerDetails,
  titleOfAnswer,
} from '../answer-details.ts'

/** An attempt that ended without a response. */
export interface NoAnswerEntry extends JournalEntryBase {
  readonly kind: 'no answer'
  /** The id of the notification. */
  readonly notification: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** Always null. */
  readonly status: null
}

export const noAnswerKind = entryKind<NoAnswerEntry, HiddenAnswerDetails>({
  name: 'no answer',
  summary: 'the timeout of an attempt',
  track: 'deliveries',
  roles: ['receiver'],
  hidden: hiddenAnswerDetails,
  endsAttempt: true,
  severity: () => 'failed',
  subject: ({ webhook, notification }) => ({ webhook, notification }),
  title: titleOfAnswer('no answer'),
  outcome: () => 'no answer',
  facts: factsOfAnswer,
  why: whyOfAnswer,
  sentence: ({ attempt }) => `to attempt ${attempt} in time`,
})
