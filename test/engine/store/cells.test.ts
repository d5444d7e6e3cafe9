import { expect, test } from 'vitest'
import { createCells } from '../../../src/engine/store/cells.ts'

test('a cell starts with its initial value or with the value saved under its name', () => {
  const cells = createCells({ kept: 7 })
  expect(cells.cell('kept', 1).value).toBe(7)
  expect(cells.cell('fresh', 1).value).toBe(1)
})

test('a saved undefined is not replaced by the initial value', () => {
  expect(createCells({ kept: undefined }).cell<number | undefined>('kept', 1).value).toBeUndefined()
})

test('saved state does not follow later changes and can be loaded several times', () => {
  const cells = createCells()
  const count = cells.cell('count', 1)
  const saved = cells.snapshot()
  for (const value of [2, 3]) {
    count.value = value
    expect(saved).toEqual({ count: 1 })
    cells.restore(saved)
    expect(count.value).toBe(1)
  }
})

test('saved state can be loaded into another machine and shares its values', () => {
  const cells = createCells()
  const rows = cells.cell('rows', { here: true })
  const other = createCells(cells.snapshot()).cell('rows', { here: false })
  expect(other.value).toBe(rows.value)

  other.value = { here: false }
  expect(rows.value).toEqual({ here: true })
})

test('two cells cannot have the same name', () => {
  const cells = createCells()
  cells.cell('count', 1)
  expect(() => cells.cell('count', 2)).toThrow('there are two cells named "count"')
})
