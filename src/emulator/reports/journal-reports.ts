/** The words that tell what happened: as data, as a text to read, as a trace to look at. */
import { filtered, type JournalFilter } from '../../kit/journal/journal-filter.ts'
import type { Surroundings } from '../../kit/journal/sentences.ts'
import { type Trace, traceOf } from '../../kit/journal/trace.ts'
import { type TranscriptFacts, transcriptOf } from '../../kit/journal/transcript.ts'
import type { Webhook } from '../../deliver/notification.ts'
import type { Assembly } from '../context.ts'
import { type JournalEntry, viewEntry } from './views.ts'

export interface TellingWords {
  /**
   * The entries of the journal that a filter wants.
   *
   * @throws EmulatorError for a name that is not known; the message names the nearest
   * @example
   * emulator.entries({ kind: 'request', operation: 'get_users', since: '2026-01-05T09:05:00Z' })
   */
  entries(filter?: JournalFilter): readonly JournalEntry[]

  /**
   * The same as text, for people: when it happened, what it was, and what led to it.
   *
   * @throws EmulatorError for a name that is not known; the message names the nearest
   * @example
   * console.log(emulator.transcript({ event: 'user.merged' }))
   */
  transcript(filter?: JournalFilter): string

  /**
   * The same as a trace in the Trace Event Format, which trace viewers open as a file.
   *
   * @example
   * writeFileSync('trace.json', JSON.stringify(emulator.trace()))
   */
  trace(filter?: JournalFilter): Trace
}

export function tellingOf(assembly: Assembly): TellingWords {
  const { journal, settings } = assembly
  const entries = (filter: JournalFilter = {}): readonly JournalEntry[] =>
    filtered(journal.entries().map(viewEntry), filter, namesOf(assembly))
  const surroundings = surroundingsOf(assembly)
  const start = new Date(settings.startMs).toISOString()
  return {
    entries,
    transcript: (filter) => transcriptOf(entries(filter), transcriptFacts(assembly)),
    trace: (filter) =>
      traceOf(entries(filter), { ...surroundings, dropped: journal.dropped(), start }),
  }
}

/** The transcript of the last so many entries. */
export function storyText(assembly: Assembly, entriesMax: number): string {
  const entries = assembly.journal.entries()
  const earlier = Math.max(0, entries.length - entriesMax)
  const shown = entries.slice(earlier).map(viewEntry)
  return transcriptOf(shown, { ...transcriptFacts(assembly), earlier })
}

const transcriptFacts = (assembly: Assembly): TranscriptFacts => ({
  ...surroundingsOf(assembly),
  dropped: assembly.journal.dropped(),
  entriesMax: assembly.settings.journalEntriesMax,
})

const namesOf = ({ catalog }: Assembly) => ({
  resources: [...catalog.resources.keys()],
  operations: catalog.operations,
  events: catalog.events,
})

export const surroundingsOf = ({ store }: Assembly): Surroundings => ({
  urlOf: (id) => (store.get('webhooks', id) as Webhook | undefined)?.url,
})
