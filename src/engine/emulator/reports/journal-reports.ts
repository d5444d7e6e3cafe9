/** Methods that report the journal as data, as text and as a story. */
import type { JournalEntry, JournalEntryOf, JournalKind } from '../../journal/entry-types.ts'
import {
  filterJournal,
  type JournalFilter,
  type JournalNames,
} from '../../kit/journal/journal-filter.ts'
import type { EventName } from '../../service-types.ts'
import { type TranscriptContext, formatTranscript } from '../../kit/journal/transcript.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import type { Story } from '../../journal/story.ts'
import { sentenceContextOf } from './sentence-context.ts'
import { createStory } from './story.ts'
import { viewEntries, viewEntry } from './views.ts'

/** A journal entry. If it has an event, the event is one of `E`. */
export type EntryOfEvent<T extends JournalEntry, E extends EventName> = T extends {
  readonly event: string
}
  ? T & { readonly event: E }
  : T

export class JournalReportMethodGroup extends MethodGroup {
  journal<K extends JournalKind = JournalKind, E extends EventName = EventName>(
    filter?: JournalFilter<K, E>,
  ): readonly EntryOfEvent<JournalEntryOf<K>, E>[] {
    const all = viewEntries(this.context)
    const entries = filter ? filterJournal(all, filter, knownNamesOf(this.context)) : all
    // Note: the filter leaves only entries of the kinds and the events that it names.
    return entries as EntryOfEvent<JournalEntryOf<K>, E>[]
  }

  /**
   * Formats the matching journal entries as text: when each happened, what it was and what caused it.
   *
   * @throws EmulatorError for an unknown name; the message contains the nearest known name
   * @example
   * console.log(emulator.transcript({ event: 'user.merged' }))
   */
  transcript(filter?: JournalFilter): string {
    return formatTranscript(this.journal(filter), transcriptContext(this.context))
  }

  /**
   * Returns what happened as data: the matching journal entries with the headers and bodies of requests, deliveries
   * and responses, the values of changes before and after, causes and participants. Secrets are not in it.
   * `storyToHTML` shows a story as a page.
   *
   * @throws EmulatorError for an unknown name; the message contains the nearest known name
   * @example
   * writeFileSync('story.html', storyToHTML(emulator.story()))
   */
  story(filter?: JournalFilter): Story {
    const { journal } = this.context
    if (filter === undefined) return createStory(this.context, journal.entries())
    const numbers = new Set(this.journal(filter).map(({ number }) => number))
    return createStory(
      this.context,
      journal.entries().filter(({ number }) => numbers.has(number)),
    )
  }
}

/** The transcript of the latest entries, at most `entriesMax`. */
export function recentTranscript(context: EmulatorContext, entriesMax: number): string {
  const entries = context.journal.entries()
  const omitted = Math.max(0, entries.length - entriesMax)
  const entriesShown = entries.slice(omitted).map(viewEntry)
  return formatTranscript(entriesShown, { ...transcriptContext(context), omitted })
}

const transcriptContext = (context: EmulatorContext): TranscriptContext => ({
  ...sentenceContextOf(context),
  dropped: context.journal.droppedCount(),
  limit: journalLimit(context),
})

/** The limit that an entry reaches first: a journal with fewer entries than permitted is full of bytes. */
const journalLimit = ({ journal, settings }: EmulatorContext): string =>
  journal.entries().length < settings.journalEntriesMax
    ? `${settings.journalBytesMax} bytes: see journalBytesMax`
    : `${settings.journalEntriesMax}: see journalEntriesMax`

const knownNamesOf = ({ catalog }: EmulatorContext): JournalNames => ({
  resources: [...catalog.resources.keys()],
  operations: catalog.operations,
  events: catalog.events,
})
