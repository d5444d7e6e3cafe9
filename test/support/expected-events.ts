/** Computes the expected events from the difference between two emulators. */
import type { Emulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { AnyRow } from '../../src/engine/define/tx.ts'

export const emittedEvents = (emulator: Emulator): string[] =>
  emulator.journal({ kind: 'event' }).map(({ event }) => event)

/**
 * One event for each row that came, changed or went, of a resource that has such an event. Where a
 * row moved by a name of its own, that name is looked up among those seen; other changes of the row add `.updated`.
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
        const named = events.additional?.find((event) => emitted.includes(event))
        if (named !== undefined) expected.push(named)
        if (named === undefined || hasOtherChanges(previous, row as AnyRow))
          expected.push(events.updated)
      }
    }
    for (const _ of previousRows) expected.push(events.deleted)
    return expected.filter((event) => event !== undefined)
  })
}

/** The fields that the named events tell: the states of a record. */
const toldFields = /^(updated_at|status|state|graduation_\w+)$/

/** Whether a record changed in fields that its named event does not tell. */
const hasOtherChanges = (before: AnyRow, after: AnyRow): boolean =>
  Object.keys(after).some((name) => !toldFields.test(name) && before[name] !== after[name])
