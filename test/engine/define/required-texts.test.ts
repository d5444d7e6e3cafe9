/** The texts of a body that must not be blank: those that it must contain, and those that the row cannot omit. */
import { expect, test } from 'vitest'
import * as d from '../../../src/engine/define/define.ts'
import type { Field, Shape } from '../../../src/engine/define/fields.ts'
import { blankTextPaths, markRequiredTexts } from '../../../src/engine/define/body-values.ts'

const blank = ' '
const required = d.string().required()

test.each<[string, Field, Field | undefined, unknown, string[]]>([
  ['a required text', required, undefined, blank, ['at']],
  ['a required text with letters', required, undefined, ' x ', []],
  ['an optional text that is not stored', d.string(), undefined, blank, []],
  ['an optional text of a required field', d.string(), d.string(), blank, ['at']],
  ['an optional text with a default', d.string(), d.string().defaultsTo('x'), blank, []],
  ['an optional text that is stored as null', d.string(), d.string().nullable(), blank, []],
  ['a text that can be null', d.string().nullable(), d.string(), blank, []],
  ['an email address', d.email().required(), undefined, blank, []],
  ['an address', d.uri().required(), d.uri(), blank, []],
  ['a day', d.date(), d.date(), blank, []],
  ['an amount', d.decimal().required(), undefined, blank, []],
  ['a reference', d.stringRef('webhooks').required(), undefined, blank, []],
  ['a number', d.integer().required(), undefined, 0, []],
  ['an object', d.object({ a: required, b: d.string() }), undefined, { a: '', b: '' }, ['at.a']],
  [
    'an object in an object',
    d.object({ a: d.object({ b: required }) }),
    undefined,
    { a: { b: blank } },
    ['at.a.b'],
  ],
  [
    'an object of the row',
    d.object({ a: d.string() }),
    d.object({ a: d.string() }),
    { a: blank },
    ['at.a'],
  ],
  ['a list', d.listOf(d.object({ a: required })), undefined, [{ a: 'x' }, { a: '' }], ['at.1.a']],
  ['no list', d.listOf(required), undefined, null, []],
  [
    'a variant',
    d.variant('kind', { text: { a: required }, other: { a: d.string() } }),
    undefined,
    { kind: 'text', a: blank },
    ['at.a'],
  ],
  [
    'another variant',
    d.variant('kind', { text: { a: required }, other: { a: d.string() } }),
    undefined,
    { kind: 'other', a: blank },
    [],
  ],
])('%s', (_, field, stored, value, paths) => {
  const row: Shape = stored ? { at: stored } : {}
  expect(blankTextPaths(markRequiredTexts({ at: field }, row), { at: value, unknown: '' })).toEqual(
    paths,
  )
})

test('a text is compared with the field that stores it', () => {
  const body = { at: d.string().storedAs('name') }
  const pathsWith = (name: Field): string[] =>
    blankTextPaths(markRequiredTexts(body, { name }), { at: blank })
  expect([pathsWith(d.string()), pathsWith(d.string().nullable())]).toEqual([['at'], []])
})
