/** An attempt that ended without a response. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { factsOfAnswer, type HiddenAnswerDetails, whyOfAnswer } from '../answer-details.ts'
import { type AnswerEntry, answerParts } from './answer.ts'

/** An attempt that ended without a response. */
export interface NoAnswerEntry
  extends
    JournalEntryBase,
    Omit<AnswerEntry, keyof JournalEntryBase | 'status' | 'error' | 'reason'> {
  readonly kind: 'no answer'
  /** Always null. */
  readonly status: null
}

export const noAnswerKind = entryKind<NoAnswerEntry, HiddenAnswerDetails>({
  ...answerParts,
  name: 'no answer',
  summary: 'the timeout of an attempt',
  roles: ['receiver'],
  endsAttempt: true,
  outcome: () => 'no answer',
  facts: factsOfAnswer,
  why: whyOfAnswer,
  sentence: ({ attempt }) => `to attempt ${attempt} in time`,
})
