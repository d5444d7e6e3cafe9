/** The start of a day that brought scheduled transitions. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** The start of a day that brought scheduled transitions. */
export interface DateEntry extends JournalEntryBase {
  readonly kind: 'date'
  /** The day in the time zone of the tenant: `2026-01-06`. */
  readonly day: string
}

export const dateKind = entryKind<DateEntry>({
  name: 'date',
  summary: 'the start of a day with scheduled transitions',
  track: 'clock',
  isSentenceTitle: true,
  sentence: ({ day }) => `${day} begins`,
})
