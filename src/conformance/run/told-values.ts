/** The new values of records of which the integration confirmed an event, also of one that they refer to. */
import { eventNamesOf } from '../../engine/define/resource-events.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { StoredJournalEntry } from '../../engine/journal/kind-table.ts'

/** A field that changed, as an event of its record told. */
export interface ToldValue {
  /** The values that name the record: its id, and those of its fields with unique values. */
  readonly names: ReadonlySet<string>
  /** Whether an event of the record tells of it, or one of another record that led to a call. */
  readonly isOwn: boolean
  readonly before: unknown
  readonly after: unknown
}

/** The changes after an entry whose events were delivered and answered with a 2xx, oldest first. */
export function toldValues(
  { journal, catalog, store }: EmulatorContext,
  firstNumber: number,
): readonly ToldValue[] {
  const entries = journal.entries().filter(({ number }) => number > firstNumber)
  const { confirmed, handled } = answeredEvents(entries)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'change' || entry.change !== 'updated') return []
    const { table, id, cause } = entry
    const row = store.get(table, id)
    const isOneOf = (told: ReadonlySet<string>, name: string): boolean => {
      const events = catalog.resources.get(name)?.events ?? {}
      return eventNamesOf(events).some((event) => told.has(`${cause} ${event}`))
    }
    const shape = catalog.resources.get(table)?.shape ?? {}
    // Note: the event of a merge also tells of the records that refer to the merged one.
    const targetOf = (name: string): string => shape[name]?.spec.target ?? ''
    const isOwn = isOneOf(confirmed, table)
    const fields = entry.fields.filter((name) => isOwn || isOneOf(confirmed, targetOf(name)))
    if (!row || fields.length === 0) return []
    const unique = catalog.uniqueColumns(table).map(({ name }) => row[name])
    const names = new Set([id, ...unique].map(String))
    const { before = {}, after = {} } = entry.values?.value ?? {}
    return fields.map((name) => ({
      names,
      isOwn: isOwn || isOneOf(handled, targetOf(name)),
      before: before[name],
      after: after[name],
    }))
  })
}

/** Events, each with the number of what caused it: `12 user.updated`. */
interface AnsweredEvents {
  /** An answer with a 2xx confirmed them. */
  readonly confirmed: ReadonlySet<string>
  /** Those that also led to a call. */
  readonly handled: ReadonlySet<string>
}

function answeredEvents(entries: readonly StoredJournalEntry[]): AnsweredEvents {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  const callers = new Set(entries.flatMap(({ kind, cause }) => (kind === 'request' ? cause : [])))
  const confirmed = new Set<string>()
  const handled = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'answer' || entry.status === null || entry.status >= 300) continue
    const attempt = byNumber.get(entry.cause ?? 0)
    const event = byNumber.get(attempt?.cause ?? 0)
    if (event?.kind !== 'event') continue
    const name = `${event.cause} ${event.event}`
    confirmed.add(name)
    if (callers.has(attempt?.number)) handled.add(name)
  }
  return { confirmed, handled }
}
