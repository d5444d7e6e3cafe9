/** Computes the expected events from the difference between two emulators. */
import type { Emulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { AnyRow } from '../../src/engine/define/tx.ts'

export const emittedEvents = (emulator: Emulator): string[] =>
  emulator.entries({ kind: 'event' }).map(({ event }) => event)

/**
 * One event for each row that came, changed or went, of a resource that has such an event. Where a
 * row moved by a name of its own, that name is looked up among those seen.
 */
export function expectedEvents(before: Emulator, after: Emulator): string[] {
  const { catalog, store } = contextOf(after)
  const emitted = emittedEvents(after)
  return [...catalog.resources.values()].flatMap(({ name, events }) => {
    const previousRows = new Map(
      [...contextOf(before).store.scan(name)].map((row) => [row.id, row as AnyRow]),
    )
    const expected: (string | undefined)[] = []
    for (const row of store.scan(name)) {
      const previous = previousRows.get(row.id)
      previousRows.delete(row.id)
      if (!previous) expected.push(events.created)
      else if (previous !== row) {
        expected.push(events.additional?.find((event) => emitted.includes(event)) ?? events.updated)
      }
    }
    for (const _ of previousRows) expected.push(events.deleted)
    return expected.filter((event) => event !== undefined)
  })
}
