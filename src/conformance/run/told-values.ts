/** The new values of records of which the integration confirmed an event, also of one that they refer to. */
import { eventNamesOf } from '../../engine/define/resource-events.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { StoredJournalEntry } from '../../engine/journal/kind-table.ts'

/** A field that changed, as an event of its record told. */
export interface ToldValue {
  /** The values that name the record: its id, and those of its fields with unique values. */
  readonly names: ReadonlySet<string>
  readonly before: unknown
  readonly after: unknown
}

/** The changes after an entry whose events were delivered and answered with a 2xx, oldest first. */
export function toldValues(
  { journal, catalog, store }: EmulatorContext,
  firstNumber: number,
): readonly ToldValue[] {
  const entries = journal.entries().filter(({ number }) => number > firstNumber)
  const told = confirmedEvents(entries)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'change' || entry.change !== 'updated') return []
    const { table, id, cause } = entry
    const row = store.get(table, id)
    const isTold = (name: string): boolean => {
      const events = catalog.resources.get(name)?.events ?? {}
      return eventNamesOf(events).some((event) => told.has(`${cause} ${event}`))
    }
    const shape = catalog.resources.get(table)?.shape ?? {}
    // Note: the event of a merge also tells of the records that refer to the merged one.
    const fields = isTold(table)
      ? entry.fields
      : entry.fields.filter((name) => isTold(shape[name]?.spec.target ?? ''))
    if (!row || fields.length === 0) return []
    const unique = catalog.uniqueColumns(table).map(({ name }) => row[name])
    const names = new Set([id, ...unique].map(String))
    const { before = {}, after = {} } = entry.values?.value ?? {}
    return fields.map((name) => ({ names, before: before[name], after: after[name] }))
  })
}

/** The events that an answer with a 2xx confirmed, with the number of what caused them: `12 user.updated`. */
function confirmedEvents(entries: readonly StoredJournalEntry[]): ReadonlySet<string> {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  return new Set(
    entries.flatMap((entry) => {
      if (entry.kind !== 'answer' || entry.status === null || entry.status >= 300) return []
      const attempt = byNumber.get(entry.cause ?? 0)
      const event = byNumber.get(attempt?.cause ?? 0)
      return event?.kind === 'event' ? [`${event.cause} ${event.event}`] : []
    }),
  )
}
