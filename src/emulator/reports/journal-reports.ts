/** The words that tell what happened: as data, as a text to read, as a trace to look at. */
import { filterJournal, type JournalFilter } from '../../kit/journal/journal-filter.ts'
import type { SentenceContext } from '../../kit/journal/sentences.ts'
import { type Trace, createTrace } from '../../kit/journal/trace.ts'
import { type TranscriptContext, formatTranscript } from '../../kit/journal/transcript.ts'
import type { RegisteredWebhook } from '../../deliver/notification.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import { type JournalEntry, viewEntry } from './views.ts'

export interface JournalReportMethods {
  /** Every journal entry, oldest first: requests, changes, events, attempts, clock moves. */
  readonly journal: readonly JournalEntry[]

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

export class JournalReportMethodGroup extends MethodGroup implements JournalReportMethods {
  get journal(): readonly JournalEntry[] {
    return this.context.journal.entries().map(viewEntry)
  }

  entries(filter: JournalFilter = {}): readonly JournalEntry[] {
    return filterJournal(this.journal, filter, knownNamesOf(this.context))
  }

  transcript(filter?: JournalFilter): string {
    return formatTranscript(this.entries(filter), transcriptContext(this.context))
  }

  trace(filter?: JournalFilter): Trace {
    const { journal, settings } = this.context
    const start = new Date(settings.startMs).toISOString()
    const dropped = journal.droppedCount()
    return createTrace(this.entries(filter), { ...sentenceContextOf(this.context), dropped, start })
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
