/** The table of defects and checks is complete, and a sentence explains each further failure. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks } from '../../src/check/checks.ts'
import { formatEntailmentTable, furtherFailures, parseEntailmentTable } from './entailment-table.ts'
import { entailments } from './entailments.ts'

const text = readFileSync(new URL('entailment.md', import.meta.url), 'utf8')
const rows = parseEntailmentTable(text)
const ids = checks.map(({ id }) => id)

/** The largest number of further checks that the defects fail. */
const furtherMax = 24

test('the table has each defect and each check', () => {
  expect([...rows.keys()]).toEqual(ids)
  for (const [id, { fails, passes }] of rows) {
    expect(fails).toContain(id)
    expect([...fails, ...passes].toSorted()).toEqual(ids.toSorted())
  }
})

test('a sentence explains each further failure, and no sentence is left over', () => {
  const explained = Object.entries(entailments).flatMap(([row, columns]) =>
    Object.keys(columns).map((column) => `${row} -> ${column}`),
  )
  const further = furtherFailures(rows).map((pair) => pair.join(' -> '))
  expect(explained.toSorted()).toEqual(further.toSorted())
  expect(further.length).toBeLessThanOrEqual(furtherMax)
  for (const sentence of Object.values(entailments).flatMap((each) => Object.values(each)))
    expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
})

test('the table is the formatted one', () => {
  expect(text).toBe(formatEntailmentTable(ids, rows, entailments))
})

test('a cell that did not run is neither a failure nor a success', () => {
  const partial = new Map([['a', { fails: ['a'], passes: [] }]])
  const table = formatEntailmentTable(['a', 'b'], partial, {})
  expect(table).toContain(' 1 a ✗?\n 2 b ??\n')
  expect(parseEntailmentTable(table).get('b')).toEqual({ fails: [], passes: [] })
})
