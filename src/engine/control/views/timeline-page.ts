/** Reads summaries of journal entries in batches. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { type EntrySummary, summarizeEntry } from './entry-summary.ts'
import { journalIdOf } from './journal-id.ts'

/** The part of the journal that the emulator keeps. */
export interface KeptEntries {
  /** The number of the oldest entry; that of the next entry if there is none. */
  readonly first: number
  /** How many entries the journal has dropped. */
  readonly dropped: number
}

export interface TimelinePage extends KeptEntries {
  /** Changes when the journal is cleared; entry numbers of two journals are not comparable. */
  readonly journal: string
  /** The number of the last entry in the journal. */
  readonly last: number
  readonly entries: readonly EntrySummary[]
}

/** Returns the summaries of at most `limit` entries with a number above `after`. */
export function viewTimeline(context: EmulatorContext, after: number, limit: number): TimelinePage {
  const { journal } = context
  return {
    journal: journalIdOf(context),
    last: journal.lastNumber(),
    ...keptEntries(context),
    entries: journal.entriesAfter(after, limit).map((entry) => summarizeEntry(context, entry)),
  }
}

/** Returns from which entry on the journal keeps its entries, and how many it dropped before. */
export const keptEntries = ({ journal }: EmulatorContext): KeptEntries => ({
  first: journal.entriesAfter(0, 1)[0]?.number ?? journal.lastNumber() + 1,
  dropped: journal.droppedCount(),
})
