/** The text of the shipped world. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEmulator } from '../../../src/index.ts'

const text = readFileSync(
  new URL('../../../src/service/generated/training-company.txt', import.meta.url),
  'utf8',
)

test.each([
  ['users', 300],
  ['enrollments', 900],
] as const)('consecutive ids of %s are stored as a range, and read as numbers', (table, count) => {
  expect(text).toContain(`${table}\t{"id":{"from":1,"to":${count}}`)
  const ids = createEmulator()
    .rows(table)
    .map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: count }, (_, at) => at + 1))
})
