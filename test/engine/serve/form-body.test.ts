/** The body of a form: texts, objects and lists by the names in its keys. */
import { expect, test } from 'vitest'
import { parseForm } from '../../../src/engine/serve/form-body.ts'

test.each([
  ['', {}],
  ['name=a', { name: 'a' }],
  ['name=a&name=b', { name: 'b' }],
  ['address[city]=Utrecht&address[country]=NL', { address: { city: 'Utrecht', country: 'NL' } }],
  ['label_ids[]=1&label_ids[]=2', { label_ids: ['1', '2'] }],
  ['items[0][name]=a&items[1][name]=b', { items: [{ name: 'a' }, { name: 'b' }] }],
  ['first+name=Mia%20Berg', { 'first name': 'Mia Berg' }],
  ['name[=a', { 'name[': 'a' }],
])('%s', (text, values) => {
  expect(parseForm(text)).toEqual(values)
})

test('a key has at most twenty names after the first one; further ones are dropped', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' ? 1 + depthOf(Object.values(value as object)[0]) : 0
  const depthFor = (names: number) => depthOf(parseForm(`a${'[b]'.repeat(names)}=x`))
  expect([1, 19, 20, 21, 50].map(depthFor)).toEqual([2, 20, 21, 21, 21])
})
