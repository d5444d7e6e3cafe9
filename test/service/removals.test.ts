/** When a record is removed, no record refers to it, unless its resource keeps references. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'

const base = createEmulator({ seed: 2, world: { name: 'removals', size: 'small' } })
const { catalog, store } = contextOf(base)

/** The references of stored rows to rows that do not exist, as `table.field to`. */
function danglingIn(emulator: typeof base): string[] {
  const state = contextOf(emulator).store
  return [...catalog.resources.keys()].flatMap((table) =>
    [...state.scan(table)].flatMap((row) =>
      catalog.columns(table).flatMap(({ name, spec }) => {
        const via = spec.polymorphicTarget
        const target = via
          ? via.tables[String(row[via.field])]
          : (spec.target ?? spec.items?.spec.target)
        if (target === undefined || catalog.resources.get(target)?.keepReferences) return []
        const ids = [row[name] ?? []].flat() as number[]
        return ids.filter((id) => !state.get(target, id)).map(() => `${table}.${name} ${target}`)
      }),
    ),
  )
}

test('the world has no reference to a record that does not exist', () => {
  expect([...new Set(danglingIn(base))]).toEqual([])
})

test.each([...catalog.resources.keys()])('a record of %s', (table) => {
  const rows = [...store.scan(table)]
  const chosen = new Set([0, rows.length >> 1, rows.length - 1])
  for (const { id } of rows.filter((_, i) => chosen.has(i))) {
    const emulator = base.fork()
    try {
      emulator.act.remove(table as 'users', id as number)
    } catch (error) {
      expect(error).toBeInstanceOf(EmulatorError)
      continue
    }
    expect(contextOf(emulator).store.get(table, id)).toBeUndefined()
    expect([table, id, [...new Set(danglingIn(emulator))]]).toEqual([table, id, []])
  }
})
