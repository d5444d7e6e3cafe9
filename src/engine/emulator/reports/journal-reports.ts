/** Methods that report the journal as data, as text and as a trace. */
import type { SentenceContext } from '../../journal/entry-kind.ts'
import type { JournalEntry, JournalEntryOf, JournalKind } from '../../journal/entry-types.ts'
import {
  filterJournal,
  type JournalFilter,
  type JournalNames,
} from '../../kit/journal/journal-filter.ts'
import type { EventName } from '../../service-types.ts'
import { type Trace, createTrace } from '../../kit/journal/trace.ts'
import { type TranscriptContext, formatTranscript } from '../../kit/journal/transcript.ts'
import type { EmulatorContext } from '../context.ts'
import { effectText } from '../../faults/effect-labels.ts'
import { MethodGroup } from '../method-group.ts'
import { shownWebhookUrl, viewEntries, viewEntry } from './views.ts'

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
   * Exports the matching journal entries in the Trace Event Format, which trace viewers open as a file.
   *
   * @example
   * writeFileSync('trace.json', JSON.stringify(emulator.trace()))
   */
  trace(filter?: JournalFilter): Trace {
    const { journal, settings } = this.context
    const start = new Date(settings.startMs).toISOString()
    const dropped = journal.droppedCount()
    return createTrace(this.journal(filter), { ...sentenceContextOf(this.context), dropped, start })
  }
}

/** The transcript of the latest entries, at most `entriesMax`. */
export function recentTranscript(context: EmulatorContext, entriesMax: number): string {
  const entries = context.journal.entries()
  const omitted = Math.max(0, entries.length - entriesMax)
  const entriesShown = entries.slice(omitted).map((entry) => viewEntry(context, entry))
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

const knownNamesOf = ({ catalog, settings }: EmulatorContext): JournalNames => ({
  kinds: settings.entryKinds,
  resources: [...catalog.resources.keys()],
  operations: catalog.operations,
  events: catalog.events,
})

export const sentenceContextOf = ({ store, settings }: EmulatorContext): SentenceContext => ({
  kinds: settings.entryKinds,
  urlOf: (id) => shownWebhookUrl(store, id),
  effectText,
})
