/** The text of a shipped world: ranges of ids and equal columns are short, and all rows are read back. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { serializeShippedWorld } from '../../../src/engine/emulator/worlds/shipped-world-format.ts'

const { catalog } = contextOf(createEmulator({ world: 'empty' }))
const columnsWith = (rows: readonly object[]): Record<string, unknown> => {
  const text = serializeShippedWorld(catalog, (table) => (table === 'labels' ? rows : []) as never)
  expect(text).toMatch(/^labels\t.*\n$/)
  return JSON.parse(text.slice('labels\t'.length)) as Record<string, unknown>
}

test.each([
  [[1, 2, 3], { from: 1, to: 3 }],
  [[7], { from: 7, to: 7 }],
  [
    [1, 3, 4],
    [1, 3, 4],
  ],
  [
    [3, 2, 1],
    [3, 2, 1],
  ],
  [
    [0.5, 1.5],
    [0.5, 1.5],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
])('the values %j are %j', (ids, column) => {
  expect(columnsWith(ids.map((id) => ({ id, name: `Café ${id}` })))).toMatchObject({
    id: column,
    name: ids.map((id) => `Café ${id}`),
  })
})

test('a column with the values of an earlier one has its name, and the text is ASCII', () => {
  const at = ['é', 'ü']
  const rows = at.map((name) => ({ id: name, name }))
  expect(columnsWith(rows)).toMatchObject({ id: at, name: 'id' })
  const text = serializeShippedWorld(catalog, (table) => (table === 'labels' ? rows : []) as never)
  expect(text).toMatch(/^[\t\n -~]+$/)
})
