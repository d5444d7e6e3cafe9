/** The start of a step of a scenario. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** The start of a step of a scenario. */
export interface StepEntry extends JournalEntryBase {
  readonly kind: 'step'
  /** What happens in the step. */
  readonly summary: string
}

export const stepKind = entryKind<StepEntry>({
  name: 'step',
  summary: 'the start of a step of a scenario',
  track: 'clock',
  isSentenceTitle: true,
  startsSection: true,
  sentence: ({ summary }) => summary,
})
