/** Reads summaries of journal entries in batches. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { type EntrySummary, summarizeEntry } from './entry-summary.ts'
import { journalIdOf } from './journal-id.ts'

export interface TimelinePage {
  /** Changes when the journal is cleared; entry numbers of two journals are not comparable. */
  readonly journal: string
  /** The number of the last entry in the journal. */
  readonly last: number
  /** How many entries the journal has dropped. */
  readonly dropped: number
  readonly entries: readonly EntrySummary[]
}

/** Returns the summaries of at most `limit` entries with a number above `after`. */
export function viewTimeline(context: EmulatorContext, after: number, limit: number): TimelinePage {
  const { journal } = context
  return {
    journal: journalIdOf(context),
    last: journal.lastNumber(),
    dropped: journal.droppedCount(),
    entries: journal.entriesAfter(after, limit).map((entry) => summarizeEntry(context, entry)),
  }
}
