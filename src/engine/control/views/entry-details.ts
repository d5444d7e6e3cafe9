/** Shows one journal entry with its causes, its effects and the behaviours that it used. */
import type { BehaviourLog } from '../../define/behaviour-log.ts'
import type { Behaviour } from '../../define/behaviour.ts'
import { Problem } from '../../define/problems.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { viewEntry } from '../../emulator/reports/views.ts'
import type { JournalEntry } from '../../journal/entry-types.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import { type EntrySummary, summarizeEntry } from './entry-summary.ts'
import { defined } from '../../errors/defined.ts'

export type { JournalEntry }
export type { Explanation } from '../../describe/explanation.ts'

/** A behaviour that an entry used. */
export type UsedBehaviour = Pick<Behaviour, 'id' | 'summary' | 'assumption'>

export interface EntryDetails {
  readonly entry: JournalEntry
  /** The chain of causes, the first cause first. */
  readonly causes: readonly EntrySummary[]
  /** The first of the entries that this entry caused. */
  readonly effects: readonly EntrySummary[]
  readonly behaviours: readonly UsedBehaviour[]
}

type Journal = EmulatorContext['journal']

/** The largest number of effects that are listed. */
const effectsMax = 200

/** @throws Problem 404 if the journal does not contain the entry */
export function viewEntryDetails(context: EmulatorContext, id: string): EntryDetails {
  const { journal } = context
  const entry = findEntry(journal, id)
  const effects = journal
    .entriesAfter(entry.number, Infinity)
    .filter(({ cause }) => cause === entry.number)
    .slice(0, effectsMax)
  return {
    entry: viewEntry(context, entry),
    causes: causesOf(journal, entry).map((cause) => summarizeEntry(context, cause)),
    effects: effects.map((effect) => summarizeEntry(context, effect)),
    behaviours: behavioursUsed(entry.behaviours),
  }
}

function findEntry(journal: Journal, id: string): StoredJournalEntry {
  const entry = /^\d+$/.test(id) ? entryWithNumber(journal, Number(id)) : undefined
  if (entry) return entry
  const last = journal.lastNumber()
  const first = journal.entriesAfter(0, 1)[0]?.number ?? last + 1
  const range = last < first ? 'is empty' : `holds ${first} to ${last}`
  throw new Problem(404, { message: `There is no entry ${id}: the journal ${range}.` })
}

function entryWithNumber(journal: Journal, number: number): StoredJournalEntry | undefined {
  const [entry] = journal.entriesAfter(number - 1, 1)
  return entry?.number === number ? entry : undefined
}

function causesOf(journal: Journal, { cause: number }: StoredJournalEntry): StoredJournalEntry[] {
  const cause = number === undefined ? undefined : entryWithNumber(journal, number)
  return cause ? [...causesOf(journal, cause), cause] : []
}

const behavioursUsed = (log: BehaviourLog | undefined): UsedBehaviour[] =>
  [...(log?.behaviours() ?? [])].map(({ id, summary, assumption }) => ({
    id,
    summary,
    ...defined({ assumption }),
  }))
