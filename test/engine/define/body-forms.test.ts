/** The values of bodies: numbers and booleans as text, the form of texts, and objects in updates. */
import { describe, expect, test } from 'vitest'
import {
  boolean,
  integer,
  listOf,
  number,
  object,
  string,
} from '../../../src/engine/define/fields.ts'
import { convertTextValues } from '../../../src/engine/define/body-values.ts'
import { toTextForm, toStoredValues } from '../../../src/engine/define/stored-values.ts'
import { zodSchemaOf } from '../../../src/engine/define/zod-schema.ts'
import { emailAddress } from '../../../src/service/fields/email-address.ts'
import { formatNumber } from '../../../src/service/fields/number-text.ts'

describe('a text in a body', () => {
  const shape = {
    name: string(),
    places: integer(),
    share: number(),
    score: number().asText(),
    open: boolean(),
    ids: listOf(integer()),
  }

  test.each([
    [{ name: '12' }, { name: '12' }],
    [{ places: '12' }, { places: 12 }],
    [{ places: '1.5' }, { places: '1.5' }],
    [{ share: '-1.5' }, { share: -1.5 }],
    [{ share: 'much' }, { share: 'much' }],
    [{ score: '1.5' }, { score: '1.5' }],
    [{ open: 'true' }, { open: true }],
    [{ open: 'false' }, { open: false }],
    [{ open: '1' }, { open: true }],
    [{ open: '0' }, { open: false }],
    [{ open: 'yes' }, { open: 'yes' }],
    [{ ids: ['1', 2] }, { ids: [1, 2] }],
    [{ unknown: '1' }, { unknown: '1' }],
  ])('is converted if its field is a number or boolean: %j', (values, expected) => {
    expect(convertTextValues(shape, values)).toEqual(expected)
  })

  test.each([
    [' Mia@Berg.TEST', true, 'mia@berg.test'],
    [' Mia@Berg.TEST', false, ' Mia@Berg.TEST'],
    ['mia@berg.test', true, 'mia@berg.test'],
    [5, true, 5],
  ])('%j has the form of its field if the assumption holds (%s)', (value, holds, expected) => {
    expect(toTextForm(emailAddress().spec, value, { assumes: () => holds })).toBe(expected)
  })
})

test('a value without a field in the shape is not stored', () => {
  expect(toStoredValues({ name: string() }, { name: 'Mia', other: 1 })).toEqual({ name: 'Mia' })
})

describe('an object in an update', () => {
  const row = { id: 1, place: { city: 'Utrecht', street: 'Kade' } }
  const place = object({ city: string().nullable(), street: string().nullable() })
  const body = { place: { city: 'Delft' } }

  test('keeps the stored values of the keys that it omits', () => {
    expect(toStoredValues({ place }, body, row)).toEqual({
      place: { city: 'Delft', street: 'Kade' },
    })
  })

  test('replaces the stored object if its field says so', () => {
    expect(toStoredValues({ place: place.replacesOnUpdate() }, body, row)).toEqual({
      place: { city: 'Delft', street: null },
    })
  })
})

describe('a number as text', () => {
  const schema = zodSchemaOf({ score: number().asText(), ids: listOf(integer().asText()) })

  test.each([['much'], ['1e3'], ['1.'], [''], [true], [[]], [Infinity], ['9'.repeat(400)]])(
    'is a number or its digits, and not %j',
    (score) => {
      expect(schema.safeParse({ score }).error?.issues).toMatchObject([
        { path: ['score'], message: 'must be a number' },
      ])
    },
  )

  test.each(['much', '-1', 1.5])('of an id is a whole number, and not %j', (id) => {
    expect(schema.safeParse({ ids: [id] }).error?.issues).toMatchObject([
      { path: ['ids', 0], message: 'must be a whole number' },
    ])
  })

  test.each([
    [5.5, '5.5'],
    [-7, '-7'],
    [1e21, '1000000000000000000000'],
    [-1.25e21, '-1250000000000000000000'],
    [0.000_000_1, '0.0000001'],
    [-1.5e-7, '-0.00000015'],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  ])('%d is answered with all digits', (value, text) => {
    expect(formatNumber(value)).toBe(text)
    expect(schema.safeParse({ score: text }).data).toEqual({ score: value })
  })
})
