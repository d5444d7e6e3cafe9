/** The response of a receiver after the timeout of its attempt. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import type { HiddenAnswerDetails } from '../answer-details.ts'
import { type AnswerEntry, answerParts, statusText } from './answer.ts'

/** The response of a receiver after the timeout of its attempt. */
export interface LateAnswerEntry
  extends JournalEntryBase, Omit<AnswerEntry, keyof JournalEntryBase> {
  readonly kind: 'late answer'
}

export const lateAnswerKind = entryKind<LateAnswerEntry, HiddenAnswerDetails>({
  ...answerParts,
  name: 'late answer',
  summary: 'the response of a receiver after the timeout',
  endsAttempt: true,
  severity: () => 'failed',
  sentence: (entry) => `${statusText(entry)}, after the timeout`,
})
