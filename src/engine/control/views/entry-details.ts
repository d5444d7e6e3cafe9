/** Shows one journal entry as a story does: its messages and values, its causes and its effects. */
import { Problem } from '../../define/problems.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { behavioursOf, endsOf } from '../../emulator/reports/story.ts'
import { StoryLines } from '../../emulator/reports/story-lines.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { StoryEntry, StoryEntryView } from '../../journal/story.ts'

/** The largest number of effects that are listed. */
const effectsMax = 200

/** @throws Problem 404 if the journal does not contain the entry */
export function viewEntryDetails(context: EmulatorContext, id: string): StoryEntryView {
  const stored = entryWithId(context, id)
  const lines = new StoryLines(context)
  const line = lines.lineOf(stored)
  const caused = context.journal
    .entriesAfter(stored.number, Infinity)
    .filter(({ cause }) => cause === stored.number)
  const details = lines.detailsOf(stored, endsOf(caused).get(stored.number))
  return {
    entry: { ...line, ...details },
    causes: causesOf(context, lines, line),
    effects: caused.slice(0, effectsMax).map((effect) => {
      const { fields } = lines.detailsOf(effect)
      return { ...lines.lineOf(effect), ...(fields && { fields }) }
    }),
    behaviours: behavioursOf(new Set(details.behaviours)),
    participants: lines.participants(),
    baseUrl: context.settings.baseUrl,
  }
}

function entryWithId(context: EmulatorContext, id: string): StoredJournalEntry {
  const entry = /^\d+$/.test(id) ? context.journal.find(Number(id)) : undefined
  if (entry) return entry
  const last = context.journal.lastNumber()
  const first = context.journal.entriesAfter(0, 1)[0]?.number ?? last + 1
  const range = last < first ? 'is empty' : `holds ${first} to ${last}`
  throw new Problem(404, { message: `There is no entry ${id}: the journal ${range}.` })
}

function causesOf(
  context: EmulatorContext,
  lines: StoryLines,
  { cause: number }: StoryEntry,
): StoryEntry[] {
  const cause = number === undefined ? undefined : context.journal.find(number)
  if (!cause) return []
  const line = lines.lineOf(cause)
  return [...causesOf(context, lines, line), line]
}
