import { expect, test } from 'vitest'
import { createCells } from '../../../src/engine/store/cells.ts'
import { createStore, createStoreSchema, type Store } from '../../../src/engine/store/store.ts'
import type { Row } from '../../../src/engine/store/table.ts'
import { box, boxesIn, createStoreFixture, filledStore, idsOf } from './store-fixture.ts'

const boxes = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, i) => box(from + i, { tags: [`t${i % 4}`, 'all'] }))

/** All rows, and all indexes from both ends. */
const contentOf = (store: Store) => ({
  rows: boxesIn(store),
  indexes: ['shelf', 'size', 'tags'].map((index) => [
    idsOf(store.scan('boxes', { index })),
    idsOf(store.scan('boxes', { index, reverse: true })),
    store.firstKey('boxes', index),
  ]),
})

function insertAll(store: Store, rows: readonly Row[], note?: unknown): void {
  for (const row of rows) store.insert('boxes', row, note)
}

/** Inserts rows and reads each index after each of them. */
function insertAndRead(store: Store, rows: readonly Row[], note?: unknown): void {
  for (const row of rows) {
    store.insert('boxes', row, note)
    for (const index of ['shelf', 'size', 'tags']) store.firstKey('boxes', index)
  }
}

test.each([
  ['an empty table', 0, boxes(1, 500)],
  ['more rows than the table has, above all others', 100, boxes(101, 500)],
  ['fewer rows than the table has', 400, boxes(401, 450)],
  ['rows in falling order', 20, boxes(21, 90).toReversed()],
  ['rows below the others', 0, [...boxes(200, 300), ...boxes(1, 100)]],
])(
  'inserts give the same rows and indexes whether indexes are read in between or not: %s',
  (_, before, added) => {
    const [many, single] = [filledStore(before).store, filledStore(before).store]
    contentOf(many)
    const { changes } = many.transact(() => insertAll(many, added, 'note'))
    const expected = single.transact(() => insertAndRead(single, added, 'note'))
    expect(changes).toEqual(expected.changes)
    expect(contentOf(many)).toEqual(contentOf(single))
    many.transact(() =>
      expect(many.nextId('boxes')).toBe(Math.max(...idsOf(added).map(Number)) + 1),
    )
  },
)

test('an id that a row has is refused, and the table stays as it was', () => {
  const { store } = filledStore(10)
  const before = contentOf(store)
  for (const rows of [boxes(5, 30), [box(20), box(20)]]) {
    expect(() => store.transact(() => insertAll(store, rows))).toThrow(/exists already/)
    expect(contentOf(store)).toEqual(before)
  }
})

test('a transaction finds the rows that it inserted, replaced and removed in an index', () => {
  const { store } = filledStore(200)
  contentOf(store)
  store.transact(() => {
    insertAll(store, boxes(201, 400))
    store.insert('boxes', box(401, { shelf: 77 }))
    expect(store.findFirst('boxes', 'shelf', [77])?.id).toBe(401)
    expect(store.isKnownEmpty('boxes', 'shelf', [77])).toBe(false)
    expect(store.isKnownEmpty('boxes', 'shelf', [78])).toBe(true)
    store.replace('boxes', box(401, { shelf: 78 }))
    expect(store.findFirst('boxes', 'shelf', [77])).toBeUndefined()
    store.insert('boxes', box(402, { shelf: 79 }))
    store.remove('boxes', 402)
    expect(store.findFirst('boxes', 'shelf', [79])).toBeUndefined()
  })
  expect(idsOf(store.scan('boxes', { index: 'shelf', prefix: [78] }))).toEqual([401])
})

test('a snapshot keeps its index when the later state adds rows', () => {
  const { cells, store } = createStoreFixture()
  store.transact(() => insertAll(store, boxes(1, 100)))
  contentOf(store)
  store.transact(() => insertAll(store, boxes(101, 300)))
  const [snapshot, before] = [cells.snapshot(), contentOf(store)]
  store.transact(() => insertAll(store, boxes(301, 320)))
  expect(boxesIn(store)).toHaveLength(320)
  cells.restore(snapshot)
  expect(contentOf(store)).toEqual(before)
})

test('many inserts compute the keys of a row at most twice, also with a lookup after each', () => {
  let keysComputed = 0
  const keys = (row: Row) => {
    keysComputed += 1
    return [[row['code'] as string]]
  }
  const counting = createStoreSchema([
    { name: 'codes', columns: ['id', 'code'], indexes: [{ name: 'code', keys }] },
  ])
  const store = createStore(createCells(), counting)
  store.transact(() => {
    for (let id = 1; id <= 1_000; id += 1) {
      expect(store.findFirst('codes', 'code', [`c${id}`])).toBeUndefined()
      store.insert('codes', { id, code: `c${id}` })
    }
  })
  expect(store.findFirst('codes', 'code', ['c7'])?.id).toBe(7)
  expect(keysComputed).toBeLessThanOrEqual(2 * 1_000)
})
