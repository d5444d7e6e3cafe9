/** The checks of stored values: of each kind, of each format, and of an object with variants. */
import { expect, test } from 'vitest'
import * as d from '../../../src/engine/define/fields.ts'
import { storedValueCheck } from '../../../src/engine/emulator/worlds/row-checks.ts'

const texts = {
  email: 'mia@app.test',
  uri: 'https://app.test',
  uuid: '00000002-c3a0-4b4c-8b2b-795cf5fbee59',
  time_zone: 'Europe/Amsterdam',
  date: '2026-03-01',
  timestamp: '2026-03-01T09:00:00.000Z',
  decimal: '-1.00',
} satisfies Record<d.FieldFormat, string>
const allTexts = ['', 'a', ...Object.values(texts)]
const values = [
  null,
  true,
  0,
  1.5,
  ...allTexts,
  [],
  [1],
  ['a'],
  [texts.date],
  {},
  { a: 1 },
  { a: 'a' },
]

test.each<[string, d.Field<never>, unknown[]]>([
  ['integer', d.integer(), [0]],
  ['number', d.number(), [0, 1.5]],
  ['boolean', d.boolean(), [true]],
  ['string', d.string(), allTexts],
  ['email', d.email(), allTexts],
  ['uuid', d.uuid(), allTexts],
  ['uri', d.uri(), [texts.uri]],
  ['time zone', d.timeZone(), [texts.time_zone]],
  ['date', d.date(), [texts.date]],
  ['timestamp', d.timestamp(), [texts.date, texts.timestamp]],
  ['decimal', d.decimal(), [texts.decimal]],
  ['choice', d.choice(['a', 'b']), ['a']],
  ['list', d.listOf(d.integer()), [[], [1]]],
  ['map', d.map(d.string()), [{}, { a: 'a' }]],
  ['object', d.object({ a: d.integer() }), [{}, { a: 1 }]],
  ['object with a required field', d.object({ a: d.integer().required() }), [{ a: 1 }]],
  ['object with another field', d.object({ b: d.integer() }), [{}]],
  ['json', d.json(), [{}, { a: 1 }, { a: 'a' }]],
  [
    'value of a custom field',
    d.customValue(),
    [null, true, 0, 1.5, ...allTexts, [], ['a'], [texts.date]],
  ],
] as [string, d.Field<never>, unknown[]][])(
  'a stored %s is one of these values, and null if it is nullable',
  (_, field, expected) => {
    const stored = (of: d.Field<never>): unknown[] => values.filter(storedValueCheck(of.spec))
    expect(stored(field)).toEqual(expected)
    expect(stored(field.nullable() as never)).toEqual([...new Set([null, ...expected])])
  },
)

const { spec } = d.variant('kind', {
  circle: { radius: d.integer().required() },
  label: { text: d.string() },
})

test.each([
  [{ kind: 'circle', radius: 2 }, true],
  [{ kind: 'label', text: 'a' }, true],
  [{ kind: 'label' }, true],
  [{ kind: 'circle' }, false],
  [{ kind: 'circle', radius: '2' }, false],
  [{ kind: 'circle', radius: 2, text: 'a' }, false],
  [{ kind: 'square' }, false],
  [{ radius: 2 }, false],
  ['circle', false],
  [null, false],
])('%j is a value with variants: %s', (value, expected) => {
  expect(storedValueCheck(spec)(value)).toBe(expected)
})
