/** Copies of values: equal to those of `structuredClone`. */
import { anything, property } from 'fast-check'
import { expect, test } from 'vitest'
import { copyValue } from '../../../src/conformance/scenario/value-copy.ts'
import { assertProperty } from '../../support/property-runs.ts'

const anyValue = anything({ withMap: true, withSet: true, withDate: true, withBigInt: true })

test('a copy equals that of structuredClone, and shares no object with the value', () => {
  assertProperty(
    property(anyValue, (value) => {
      const copy = copyValue(value)
      expect(copy).toStrictEqual(structuredClone(value))
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    }),
    { numRuns: 500 },
  )
})

class Point {
  x = 1
}

test.each([
  ['a date in a map', new Map([['at', [new Date(0)]]])],
  ['a list with a hole', { list: Object.assign([1], { 2: 3 }) }],
  ['an instance of a class', { point: new Point() }],
  ['undefined in a list', [undefined, { a: undefined }]],
])('%s is copied as structuredClone copies it', (_, value) => {
  expect(copyValue(value)).toStrictEqual(structuredClone(value))
})

test('shared and circular objects stay shared', () => {
  const shared = { n: 1 }
  const value: Record<string, unknown> = { a: shared, list: [shared] }
  value['self'] = value
  const copy = copyValue(value) as { a: object; list: object[]; self: object }
  expect(copy.list[0]).toBe(copy.a)
  expect(copy.self).toBe(copy)
  expect(copy.a).not.toBe(shared)
})

test.each([[() => 1], [Symbol('a')], [{ deep: [() => 1] }]])('%s is refused', (value) => {
  expect(() => copyValue(value)).toThrow(DOMException)
})
