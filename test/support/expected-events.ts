/** Which events the difference between two emulators calls for, found without asking the emulator. */
import type { Emulator } from 'course-admin-emulator'
import { partsOf } from '../../src/emulator/emulator.ts'
import type { AnyRow } from '../../src/define/tx.ts'

export const eventsSeen = (emulator: Emulator): string[] =>
  emulator.journal.filter(({ kind }) => kind === 'event').map((entry) => String(entry['event']))

/**
 * One event for each row that came, changed or went, of a resource that has such an event. Where a
 * row moved by a name of its own, that name is looked up among those seen.
 */
export function eventsDue(before: Emulator, after: Emulator): string[] {
  const { catalog, store } = partsOf(after)
  const seen = eventsSeen(after)
  return [...catalog.resources.values()].flatMap(({ name, events }) => {
    const old = new Map([...partsOf(before).store.walk(name)].map((row) => [row.id, row as AnyRow]))
    const due: (string | undefined)[] = []
    for (const row of store.walk(name)) {
      const known = old.get(row.id)
      old.delete(row.id)
      if (!known) due.push(events.created)
      else if (known !== row) {
        due.push(events.named?.find((event) => seen.includes(event)) ?? events.updated)
      }
    }
    for (const _ of old) due.push(events.deleted)
    return due.filter((event) => event !== undefined)
  })
}
