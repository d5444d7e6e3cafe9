/** Reads summaries of journal entries in batches. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { type EntrySummary, summarizeEntry } from './entry-summary.ts'

export interface TimelinePage {
  /** Increases when the journal is cleared; entry numbers of two generations are not comparable. */
  readonly generation: number
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
    generation: journal.generation(),
    last: journal.lastNumber(),
    dropped: journal.droppedCount(),
    entries: journal.entriesAfter(after, limit).map((entry) => summarizeEntry(context, entry)),
  }
}
