/** The index that a search by the values of a row uses. A search without an index reads the whole table. */
import { expect, test } from 'vitest'
import { equals, ref, string } from '../../../src/engine/define/define.ts'
import { createCatalog } from '../../../src/engine/model/catalog.ts'
import { indexScanFor } from '../../../src/engine/model/referrers.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'

test('a search by a reference or a unique field uses its index', () => {
  expect(indexScanFor('user_id', ref('users').spec, { user_id: 7 })).toEqual({
    index: 'user_id',
    prefix: [7],
  })
  expect(indexScanFor('slug', string().unique().spec, { slug: 'mia' })).toEqual({
    index: 'slug',
    prefix: ['mia'],
  })
})

test('a filter by a reference or a unique field uses its index, and a filter by another field none', () => {
  const shape = { user_id: ref('users'), slug: string().unique(), name: string() }
  const indexOf = (field: keyof typeof shape) => equals(field)(shape).index
  expect([indexOf('user_id'), indexOf('slug'), indexOf('name')]).toEqual([
    'user_id',
    'slug',
    undefined,
  ])
})

test('a search by a reference to several tables uses its index if it has the type', () => {
  const { commentable_id } = createCatalog(resources).resources.get('comments')?.shape ?? {}
  const scan = (values: object) =>
    indexScanFor('commentable_id', commentable_id?.spec, { ...values })
  expect(scan({ commentable_type: 'Lead', commentable_id: 7 })).toEqual({
    index: 'commentable_id',
    prefix: ['leads', 7],
  })
  expect(scan({ commentable_id: 7 })).toBeUndefined()
})

test('a search by null or by another field uses no index', () => {
  expect(indexScanFor('user_id', ref('users').nullable().spec, { user_id: null })).toBeUndefined()
  expect(indexScanFor('name', string().spec, { name: 'Mia' })).toBeUndefined()
})
