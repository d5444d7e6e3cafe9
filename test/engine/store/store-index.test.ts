import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../support/property-runs.ts'
import { createStore, lazyTables, type Store } from '../../../src/engine/store/store.ts'
import { createCells } from '../../../src/engine/store/cells.ts'
import type { Row } from '../../../src/engine/store/table.ts'
import { box, boxesIn, createStoreFixture, idsOf, schema, filledStore } from './store-fixture.ts'

const onShelf = (store: Store, shelf: number) =>
  idsOf(store.scan('boxes', { index: 'shelf', prefix: [shelf] }))

test('an index follows each insert, update and removal', () => {
  const { store } = createStoreFixture()
  store.transact(() => {
    store.insert('boxes', box(1, { shelf: 4 }))
    store.insert('boxes', box(2, { shelf: 4 }))
  })
  expect(onShelf(store, 4)).toEqual([1, 2])

  store.transact(() => store.replace('boxes', box(1, { shelf: 5 })))
  expect([onShelf(store, 4), onShelf(store, 5)]).toEqual([[2], [1]])

  store.transact(() => store.remove('boxes', 2))
  expect([onShelf(store, 4), onShelf(store, 5)]).toEqual([[], [1]])
})

test('an update that keeps the key changes the row in the index', () => {
  const { store } = filledStore(3)
  store.transact(() => store.replace('boxes', box(1, { size: 77 })))
  const rows = [...store.scan('boxes', { index: 'shelf', prefix: [1] })]
  expect(rows).toEqual([box(1, { size: 77 })])
})

test('a row without a key is not in the index, and is added when it gets one', () => {
  const { store } = createStoreFixture()
  store.transact(() => store.insert('boxes', box(1, { shelf: null })))
  expect(idsOf(store.scan('boxes', { index: 'shelf' }))).toEqual([])
  store.transact(() => store.replace('boxes', box(1, { shelf: 2 })))
  expect(onShelf(store, 2)).toEqual([1])
  store.transact(() => store.replace('boxes', box(1, { shelf: null })))
  expect(idsOf(store.scan('boxes', { index: 'shelf' }))).toEqual([])
})

test('a row with several keys is found once under each, also if a key is repeated', () => {
  const { store } = createStoreFixture()
  const tagged = (tag: string) => idsOf(store.scan('boxes', { index: 'tags', prefix: [tag] }))
  store.transact(() => store.insert('boxes', box(1, { tags: ['new', 'red', 'new'] })))
  expect([tagged('new'), tagged('red')]).toEqual([[1], [1]])
  store.transact(() => store.replace('boxes', box(1, { tags: ['red'] })))
  expect([tagged('new'), tagged('red')]).toEqual([[], [1]])
  store.transact(() => store.remove('boxes', 1))
  expect([tagged('new'), tagged('red')]).toEqual([[], []])
})

test('the first key of an index is the smallest, followed by the id', () => {
  const { store } = filledStore(9)
  expect(store.firstKey('boxes', 'shelf')).toEqual([0, 3])
  store.transact(() => {
    for (const id of [3, 6, 9]) store.remove('boxes', id)
  })
  expect(store.firstKey('boxes', 'shelf')).toEqual([1, 1])
  expect(createStoreFixture().store.firstKey('boxes', 'shelf')).toBeUndefined()
})

test('a snapshot shares rows with the store and never changes', () => {
  const { store, cells } = filledStore(100)
  const saved = cells.snapshot()
  const then = createStore(createCells(saved), schema)
  const before = [...then.scan('boxes')]
  expect(before.every((row) => row === store.get('boxes', row.id))).toBe(true)

  store.transact(() => {
    for (let id = 1; id <= 50; id += 1) store.remove('boxes', id)
    for (let id = 51; id <= 100; id += 1) store.replace('boxes', box(id, { shelf: 8 }))
    store.insert('boxes', box(101))
  })
  expect([...then.scan('boxes')]).toEqual(before)
  expect(onShelf(then, 8)).toEqual([])

  cells.restore(saved)
  expect([...store.scan('boxes')]).toEqual(before)
  expect(onShelf(store, 1)).toEqual(onShelf(then, 1))
})

test('two stores with the same snapshot do not see writes of each other', () => {
  const { store, cells } = filledStore(40)
  const other = createStore(createCells(cells.snapshot()), schema)
  other.transact(() => other.replace('boxes', box(1, { shelf: 8 })))
  store.transact(() => store.remove('boxes', 1))
  expect([onShelf(store, 8), onShelf(other, 8)]).toEqual([[], [1]])
  expect([store.get('boxes', 1), other.size('boxes')]).toEqual([undefined, 40])
})

test('a transaction without writes leaves the same table values', () => {
  const { store, cells } = filledStore(5)
  const { tables } = cells.snapshot()
  store.transact(() => store.get('boxes', 1))
  expect(cells.snapshot()['tables']).toBe(tables)
})

test('a lazy table is loaded on first access, once for all stores that share it', () => {
  let woken = 0
  const rows = (): ReturnType<typeof box>[] => {
    woken += 1
    return [box(2), box(5), box(9)]
  }
  const tables = lazyTables(schema, { boxes: rows })
  const [store, other] = [1, 2].map(() => createStore(createCells({ tables }), schema))
  expect(store?.size('labels')).toBe(0)
  expect(woken).toBe(0)

  expect(onShelf(store as Store, 2)).toEqual([2, 5])
  other?.transact(() => other.remove('boxes', 2))
  expect([store?.size('boxes'), other?.size('boxes'), woken]).toEqual([3, 2, 1])
  expect(other?.transact(() => other.nextId('boxes')).result).toBe(10)
})

const change = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    id: fc.integer({ min: 1, max: 12 }),
    shelf: fc.option(fc.integer({ min: 0, max: 2 })),
    size: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('copy' as const) }),
)

test('after any changes, an index has the rows of the table, in each copy', () => {
  assertProperty(
    fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
      const { store, cells } = createStoreFixture()
      const versions: { store: Store; rows: readonly Row[] }[] = []
      const expectIndex = (of: Store, rows: readonly Row[]): void => {
        for (const shelf of [0, 1, 2])
          expect([...of.scan('boxes', { index: 'shelf', prefix: [shelf] })]).toEqual(
            rows.filter((row) => row['shelf'] === shelf),
          )
      }
      for (const each of changes) {
        if (each.kind === 'read') expectIndex(store, boxesIn(store))
        else if (each.kind === 'copy') {
          const copy = createStore(createCells(cells.snapshot()), schema)
          versions.push({ store: copy, rows: boxesIn(copy) })
        } else {
          store.transact(() => {
            const isThere = store.get('boxes', each.id) !== undefined
            if (each.kind === 'remove') return isThere && store.remove('boxes', each.id)
            const row = box(each.id, { shelf: each.shelf, size: each.size })
            return isThere ? store.replace('boxes', row) : store.insert('boxes', row)
          })
        }
      }
      expectIndex(store, boxesIn(store))
      for (const { store: copy, rows } of versions) expectIndex(copy, rows)
    }),
    { numRuns: 200 },
  )
})
