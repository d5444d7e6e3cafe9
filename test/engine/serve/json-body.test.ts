/** The parser of request bodies: the objects that it accepts, and the reasons why it refuses the others. */
import { expect, test } from 'vitest'
import { parseJsonObject } from '../../../src/engine/serve/call-input.ts'

/** A body with this number of levels, the outer object included. */
const nested = (levels: number): string =>
  `{"first_name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

test('an object with flat values is parsed', () => {
  expect(parseJsonObject('{"first_name":"Mia","age":20,"notes":null}')).toEqual({
    object: { first_name: 'Mia', age: 20, notes: null },
  })
})

test('an object with 100 levels is parsed, and one with more is refused', () => {
  expect(parseJsonObject(nested(100)).object).toBeDefined()
  expect(parseJsonObject(nested(101))).toEqual({ defect: 'has more than 100 levels' })
})

test.each(['', 'null', '[]', '"text"', '{'])('%j is not a JSON object', (text) => {
  expect(parseJsonObject(text)).toEqual({ defect: 'is not a JSON object' })
})
