import { jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { copyJson } from '../../../src/engine/store/json-copy.ts'
import { assertProperty } from '../../support/property-runs.ts'

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('copyJson equals a copy through text, for any JSON value', () => {
  assertProperty(
    property(jsonValue({ depthSize: 'medium' }), (value) => {
      expect(copyJson(value)).toStrictEqual(throughText(value))
    }),
  )
})

test('values that JSON does not have become the values that a text gives', () => {
  const own = JSON.parse('{"__proto__":{"a":[1]},"b":-0}') as object
  const value = {
    a: undefined,
    b: [undefined, Number.NaN, -0],
    c: new Date(0),
    d: own,
    e: { f: 1 },
  }
  expect(copyJson(value)).toStrictEqual(throughText(value))
  expect(copyJson(undefined)).toBeUndefined()
})

test('no object of the copy is an object of the value', () => {
  const value = { a: [{ b: {} }] }
  const copy = copyJson(value) as typeof value
  copy.a[0]!.b = 1 as never
  copy.a.push(null as never)
  expect(value).toEqual({ a: [{ b: {} }] })
})
