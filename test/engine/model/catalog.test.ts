/** What the catalog derives from the definitions of resources. */
import { expect, test } from 'vitest'
import { createCatalog } from '../../../src/engine/model/catalog.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'
import badges from './extra-resource/badges.ts'

const fresh = () => createCatalog([...resources, badges])

test('two operations with the same name are refused', () => {
  const other = { ...badges, name: 'medals' }
  expect(() => createCatalog([...resources, badges, other])).toThrow(
    'two operations are named "get_badges"',
  )
})

test('a table has indexes for unique fields, references and sorts, and for no other field', () => {
  const { schema } = fresh()
  const indexNames = (table: string) => schema.tables.get(table)?.indexes.map(({ name }) => name)
  expect(indexNames('badges')).toEqual(['name', 'user_id', 'sort:name'])
  // Note: a list that sorts by id scans the rows.
  expect(indexNames('catalog_products')).toEqual(['productable_id', 'sort:position'])
})

test('the index of a list of ids has a key for each id', () => {
  const { indexes = [] } = fresh().schema.tables.get('users') ?? {}
  const byLabel = indexes.find(({ name }) => name === 'label_ids')
  expect(byLabel?.keys({ id: 1, label_ids: [4, 7] })).toEqual([[4], [7]])
})

test('a reference states whether its field is a list of ids', () => {
  const catalog = fresh()
  const isList = (target: string, table: string) =>
    catalog.referencesTo(target).find((reference) => reference.table === table)?.many
  expect([isList('labels', 'users'), isList('users', 'badges')]).toEqual([true, false])
})

test('the path parameters of an operation that are ids have a table', () => {
  const { operations } = fresh()
  expect(operations.get('get_badge_by_id')?.refs).toEqual([['id', 'badges']])
  expect(operations.get('get_badges')?.refs).toEqual([])
})
