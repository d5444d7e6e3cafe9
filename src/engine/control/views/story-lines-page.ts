/** Reads the lines of the story in batches: what a page shows of thousands of journal entries. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { StoryLines } from '../../emulator/reports/story-lines.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { StoryEntry, StoryParticipant } from '../../journal/story.ts'
import { journalIdOf } from './journal-id.ts'

/** The part of the journal that the emulator keeps. */
export interface KeptEntries {
  /** The number of the oldest entry; that of the next entry if there is none. */
  readonly first: number
  /** How many entries the journal has dropped. */
  readonly dropped: number
  /** How many bodies and values of kept entries the journal has dropped. */
  readonly droppedBodies: number
}

/** Lines, and the participants that they name. */
export interface StoryLinesBatch {
  readonly entries: readonly StoryEntry[]
  readonly participants: readonly StoryParticipant[]
}

export interface StoryLinesPage extends KeptEntries, StoryLinesBatch {
  /** Changes when the journal is cleared; entry numbers of two journals are not comparable. */
  readonly journal: string
  /** The number of the last entry in the journal. */
  readonly last: number
}

/** Returns the last lines with a number below `before`, at most `limit`. */
export function viewStoryLines(
  context: EmulatorContext,
  before: number,
  limit: number,
): StoryLinesPage {
  const { journal } = context
  const kept = keptEntries(context)
  const end = Math.min(before, journal.lastNumber() + 1)
  // Note: numbers have gaps after a restore, so that the batch may have fewer lines.
  const entries = journal.entriesAfter(end - limit - 1, limit).filter(({ number }) => number < end)
  return {
    journal: journalIdOf(context),
    last: journal.lastNumber(),
    ...kept,
    ...linesOf(context, entries),
  }
}

export function linesOf(
  context: EmulatorContext,
  entries: readonly StoredJournalEntry[],
): StoryLinesBatch {
  const lines = new StoryLines(context)
  return {
    entries: entries.map((entry) => lines.lineOf(entry)),
    participants: lines.participants(),
  }
}

/** Returns from which entry on the journal keeps its entries, and how much it dropped before. */
export const keptEntries = ({ journal }: EmulatorContext): KeptEntries => ({
  first: journal.entriesAfter(0, 1)[0]?.number ?? journal.lastNumber() + 1,
  dropped: journal.droppedCount(),
  droppedBodies: journal.droppedRecordings(),
})
