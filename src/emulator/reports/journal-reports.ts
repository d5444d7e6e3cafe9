/** The words that tell what happened: as data, as a text to read, as a trace to look at. */
import { filterJournal, type JournalFilter } from '../../kit/journal/journal-filter.ts'
import type { SentenceContext } from '../../kit/journal/sentences.ts'
import { type Trace, createTrace } from '../../kit/journal/trace.ts'
import { type TranscriptContext, formatTranscript } from '../../kit/journal/transcript.ts'
import type { RegisteredWebhook } from '../../model/notification.ts'
import type { EmulatorContext } from '../context.ts'
import { type JournalEntry, viewEntry } from './views.ts'

export interface JournalReportMethods {
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

export function journalReportMethods(context: EmulatorContext): JournalReportMethods {
  const { journal, settings } = context
  const entries = (filter: JournalFilter = {}): readonly JournalEntry[] =>
    filterJournal(journal.entries().map(viewEntry), filter, knownNamesOf(context))
  const sentenceContext = sentenceContextOf(context)
  const start = new Date(settings.startMs).toISOString()
  return {
    entries,
    transcript: (filter) => formatTranscript(entries(filter), transcriptContext(context)),
    trace: (filter) =>
      createTrace(entries(filter), { ...sentenceContext, dropped: journal.droppedCount(), start }),
  }
}

/** The transcript of the last so many entries. */
export function recentTranscript(context: EmulatorContext, entriesMax: number): string {
  const entries = context.journal.entries()
  const omitted = Math.max(0, entries.length - entriesMax)
  const entriesShown = entries.slice(omitted).map(viewEntry)
  return formatTranscript(entriesShown, { ...transcriptContext(context), omitted })
}

const transcriptContext = (context: EmulatorContext): TranscriptContext => ({
  ...sentenceContextOf(context),
  dropped: context.journal.droppedCount(),
  entriesMax: context.settings.journalEntriesMax,
})

const knownNamesOf = ({ catalog }: EmulatorContext) => ({
  resources: [...catalog.resources.keys()],
  operations: catalog.operations,
  events: catalog.events,
})

export const sentenceContextOf = ({ store }: EmulatorContext): SentenceContext => ({
  urlOf: (id) => (store.get('webhooks', id) as RegisteredWebhook | undefined)?.url,
})
