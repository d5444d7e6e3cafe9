/** Summarizes a journal entry for the views that show thousands of them. */
import type { Severity, Track } from '../../journal/entry-kind.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { sentenceContextOf } from '../../emulator/reports/journal-reports.ts'
import { viewEntry } from '../../emulator/reports/views.ts'
import { defined } from '../../errors/defined.ts'

export type { Severity, Track }

export interface EntrySummary {
  readonly number: number
  /** The time on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly track: Track
  readonly severity: Severity
  readonly title: string
  readonly cause?: number
  /** The name of the test that led to the request. */
  readonly test?: string
  /** The id of the webhook of a delivery. */
  readonly webhook?: string
  /** The id of the notification of a delivery. */
  readonly notification?: string
}

export function summarizeEntry(context: EmulatorContext, entry: StoredJournalEntry): EntrySummary {
  const { number, at, kind, cause } = entry
  const entryKind = context.settings.entryKinds.get(kind)
  const view = viewEntry(context, entry)
  const { webhook, notification, test } = entryKind.subject(view)
  return {
    number,
    at,
    kind,
    track: entryKind.track,
    severity: entryKind.severity(view),
    title: entryKind.title(view, sentenceContextOf(context)),
    ...defined({ cause, test, webhook, notification }),
  }
}
