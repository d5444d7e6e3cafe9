/** Removing any record is rejected or leaves no dangling reference. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import type { AnyRow } from '../../../src/engine/define/tx.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const { catalog, store } = contextOf(world)
const names = [...catalog.resources.keys()]
const lists = [...catalog.operations.values()].filter(
  ({ method, path, presenter }) =>
    method === 'GET' && !path.includes('{') && /page|records|items/.test(presenter.content.kind),
)

test.each(names)('%s: removing a record leaves no dangling reference', (name) => {
  for (const { id } of [...store.scan(name)].slice(0, 4)) {
    const emulator = world.fork()
    if (!isRemoved(emulator, name, id)) continue
    expect(emulator.row(name as 'users', id as number)).toBeUndefined()
    expect(dangling(emulator, name, id)).toEqual([])
  }
})

test.each([
  ['down', names],
  ['up', names.toReversed()],
])(
  'every list can be read after some of every resource is removed, %s the register',
  async (_, order) => {
    const emulator = world.fork()
    let removed = 0
    for (const name of order) {
      for (const { id } of [...contextOf(emulator).store.scan(name)].slice(0, 4)) {
        if (isRemoved(emulator, name, id)) removed += 1
      }
    }
    expect(removed).toBeGreaterThan(100)
    const token = emulator.mintToken({ user: 300 })
    for (const operation of lists) {
      const { path, init } = toRequest(operation, exampleFor(emulator, operation), token)
      const response = await emulator.fetch(path, init)
      expect([operation.id, response.status]).toEqual([operation.id, 200])
    }
  },
)

test.each(names.filter((name) => catalog.resources.get(name)?.recipe))(
  '%s: a new record can be removed',
  (name) => {
    const emulator = world.fork()
    emulator.given(name as 'users')
    const made = [...contextOf(emulator).store.scan(name)].at(-1) as AnyRow
    expect(isRemoved(emulator, name, made.id)).toBe(true)
  },
)

/** Removes the record, or asserts that the rejection states the reason. */
function isRemoved(emulator: Emulator, name: string, id: AnyRow['id']): boolean {
  try {
    emulator.act.remove(name as 'users', id as number)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    const reasons = '.*is (needed|in use) by \\d|it belongs to|.*is the educator'
    expect(String(error)).toMatch(RegExp(`Could not remove ${name} ${id}: (${reasons})`))
    return false
  }
}

/** The remaining references to the record that must not outlive it. */
function dangling(emulator: Emulator, name: string, id: AnyRow['id']): string[] {
  const isOutlived = catalog.resources.get(name)?.keepReferences
  return catalog
    .referencesTo(name)
    .flatMap(({ table, field, isPartOf, polymorphicTarget, many }) => {
      if (isOutlived && !isPartOf) return []
      const rows = [...contextOf(emulator).store.scan(table)] as AnyRow[]
      const left = rows.filter((row) => {
        if (
          polymorphicTarget &&
          polymorphicTarget.tables[row[polymorphicTarget.field] as string] !== name
        )
          return false
        return many ? (row[field] as unknown[]).includes(id) : row[field] === id
      })
      return left.map((row) => `${table} ${row.id}.${field}`)
    })
}
