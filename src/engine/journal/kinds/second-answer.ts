/** The response of a receiver to the second copy of a delivery. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import type { HiddenAnswerDetails } from '../answer-details.ts'
import { type AnswerEntry, answerParts, statusText } from './answer.ts'

/**
 * The response of a receiver to the second copy of a delivery that a fault sends twice. The attempt has ended
 * with an earlier response. After the timeout, the response is a `late answer`.
 */
export interface SecondAnswerEntry
  extends JournalEntryBase, Omit<AnswerEntry, keyof JournalEntryBase> {
  readonly kind: 'second answer'
}

export const secondAnswerKind = entryKind<SecondAnswerEntry, HiddenAnswerDetails>({
  ...answerParts,
  name: 'second answer',
  summary: 'the response of a receiver to the second copy of a delivery',
  sentence: (entry) => `${statusText(entry)}, to the second copy`,
})
