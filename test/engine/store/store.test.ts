import { expect, test } from 'vitest'
import { createStoreSchema, createStore } from '../../../src/engine/store/store.ts'
import { createCells } from '../../../src/engine/store/cells.ts'
import { oncePerTableVersion } from '../../../src/engine/store/table.ts'
import { box, boxesIn, createStoreFixture, idsOf, filledStore, schema } from './store-fixture.ts'

const boom = (): never => {
  throw new Error('boom')
}

test('a row is found by its id after its insert and not after its removal', () => {
  const { store } = createStoreFixture()
  store.transact(() => store.insert('boxes', box(1)))
  expect([store.get('boxes', 1), store.size('boxes')]).toEqual([box(1), 1])
  store.transact(() => store.remove('boxes', 1))
  expect([store.get('boxes', 1), store.size('boxes')]).toEqual([undefined, 0])
})

test('a transaction returns its result and its changes, in order, with the notes of the writer', () => {
  const { store } = filledStore(2)
  const { result, changes } = store.transact(() => {
    store.insert('boxes', box(3), 'new')
    store.replace('boxes', box(1, { size: 9 }), 'grown')
    store.remove('boxes', 2, 'gone')
    return 'done'
  })
  expect(result).toBe('done')
  expect(changes).toEqual([
    { table: 'boxes', id: 3, before: undefined, after: box(3), note: 'new' },
    { table: 'boxes', id: 1, before: box(1), after: box(1, { size: 9 }), note: 'grown' },
    { table: 'boxes', id: 2, before: box(2), after: undefined, note: 'gone' },
  ])
})

test('an exception undoes every write of the transaction, in rows and in indexes', () => {
  const { store } = filledStore(3)
  const before = boxesIn(store)
  const work = (): void => {
    store.insert('boxes', box(4, { shelf: 7 }))
    store.replace('boxes', box(1, { shelf: 7 }))
    store.remove('boxes', 2)
    store.insert('labels', { id: 1 })
    boom()
  }
  expect(() => store.transact(work)).toThrow('boom')
  expect(boxesIn(store)).toEqual(before)
  expect(store.size('labels')).toBe(0)
  expect(idsOf(store.scan('boxes', { index: 'shelf', prefix: [7] }))).toEqual([])
  expect(idsOf(store.scan('boxes', { index: 'shelf', prefix: [2] }))).toEqual([2])
})

test('a transaction after an exception starts from the old state', () => {
  const { store } = filledStore(1)
  expect(() => store.transact(boom)).toThrow('boom')
  const { changes } = store.transact(() => store.insert('boxes', box(2)))
  expect(changes).toHaveLength(1)
})

test('a transaction sees its own writes', () => {
  const { store } = filledStore(2)
  store.transact(() => {
    store.insert('boxes', box(3, { shelf: 8 }))
    store.remove('boxes', 1)
    expect(idsOf(store.scan('boxes'))).toEqual([2, 3])
    expect(idsOf(store.scan('boxes', { index: 'shelf', prefix: [8] }))).toEqual([3])
  })
})

test('a nested transaction joins the outer one, which returns all changes', () => {
  const { store } = filledStore(1)
  const { changes } = store.transact(() => {
    store.insert('boxes', box(2))
    const inner = store.transact(() => store.insert('boxes', box(3)))
    expect(inner.changes).toEqual([])
  })
  expect(changes.map(({ id }) => id)).toEqual([2, 3])
})

test('an exception in the outer transaction undoes the writes of an inner one', () => {
  const { store } = filledStore(1)
  const work = (): void => {
    store.transact(() => store.insert('boxes', box(2)))
    boom()
  }
  expect(() => store.transact(work)).toThrow('boom')
  expect(idsOf(store.scan('boxes'))).toEqual([1])
})

test('a caught inner exception leaves the outer transaction intact', () => {
  const { store } = filledStore(1)
  const { changes } = store.transact(() => {
    expect(() => store.transact(boom)).toThrow('boom')
    store.insert('boxes', box(2))
  })
  expect(changes.map(({ id }) => id)).toEqual([2])
  expect(idsOf(store.scan('boxes'))).toEqual([1, 2])
})

test('an invalid write is rejected and leaves the rows unchanged, even if the error is caught', () => {
  const { store } = filledStore(2)
  const { changes } = store.transact(() => {
    expect(() => store.insert('boxes', box(1, { shelf: 9 }))).toThrow('boxes 1 exists already')
    expect(() => store.replace('boxes', box(5))).toThrow('there is no boxes 5 to replace')
    expect(() => store.remove('boxes', 5)).toThrow('there is no boxes 5 to remove')
    store.insert('boxes', box(3))
  })
  expect(changes.map(({ id }) => id)).toEqual([3])
  expect(boxesIn(store)).toEqual([box(1), box(2), box(3)])
})

test('a write outside a transaction throws', () => {
  const { store } = filledStore(1)
  expect(() => store.insert('boxes', box(2))).toThrow('a write to "boxes" outside a transaction')
  expect(boxesIn(store)).toEqual([box(1)])
})

test('an undeclared table or index throws an error with its name', () => {
  const { store } = filledStore(1)
  expect(() => store.get('crates', 1)).toThrow('there is no table "crates"')
  expect(() => [...store.scan('boxes', { index: 'color' })]).toThrow('there is no index "color"')
})

test('ids count per table, continue after the highest, and are never reused', () => {
  const { store } = createStoreFixture()
  const next = (): number => store.transact(() => store.nextId('boxes')).result
  store.transact(() => {
    expect(store.nextId('boxes')).toBe(1)
    store.insert('boxes', box(1))
    store.insert('boxes', box(40))
    store.insert('boxes', box(7))
    expect(store.nextId('labels')).toBe(1)
  })
  expect(next()).toBe(41)
  store.transact(() => store.remove('boxes', 40))
  expect(next()).toBe(41)
})

test('an id of a failed transaction is available again', () => {
  const { store } = filledStore(3)
  const work = (): void => {
    store.insert('boxes', box(store.nextId('boxes')))
    boom()
  }
  expect(() => store.transact(work)).toThrow('boom')
  expect(store.transact(() => store.nextId('boxes')).result).toBe(4)
})

test('ids can be strings', () => {
  const store = createStore(
    createCells(),
    createStoreSchema([{ name: 'hooks', columns: ['id'], indexes: [] }]),
  )
  store.transact(() => {
    for (const id of ['b', 'c', 'a']) store.insert('hooks', { id })
  })
  expect(idsOf(store.scan('hooks', { from: ['a'] }))).toEqual(['b', 'c'])
})

test('a value is computed once per version of its table, and each time after a write in a transaction', () => {
  const { store, cells } = filledStore(2)
  let runs = 0
  const sizeOf = oncePerTableVersion((of: typeof store, table) => {
    runs += 1
    return of.size(table) || undefined
  })
  const read = () => [sizeOf(store, 'boxes'), runs]
  expect([read(), read()]).toEqual([
    [2, 1],
    [2, 1],
  ])
  store.transact(() => store.insert('labels', { id: 1 }))
  expect(read()).toEqual([2, 1])
  const fork = createStore(createCells(cells.snapshot()), schema)
  expect([sizeOf(fork, 'boxes'), runs]).toEqual([2, 1])
  const undo = () =>
    store.transact(() => {
      expect(read()).toEqual([2, 1])
      store.remove('boxes', 1)
      expect(read()).toEqual([1, 2])
      store.remove('boxes', 2)
      expect([read(), read()]).toEqual([
        [undefined, 3],
        [undefined, 4],
      ])
      boom()
    })
  expect(undo).toThrow('boom')
  expect(read()).toEqual([2, 4])
  store.transact(() => store.remove('boxes', 1))
  expect([read(), read()]).toEqual([
    [1, 5],
    [1, 5],
  ])
})

test('a subscriber is called after each transaction, until it unsubscribes', () => {
  const { store } = createStoreFixture()
  let calls = 0
  const unsubscribe = store.subscribe(() => (calls += 1))
  store.transact(() => store.insert('boxes', box(1)))
  expect(calls).toBe(1)
  unsubscribe()
  store.transact(() => store.insert('boxes', box(2)))
  expect(calls).toBe(1)
})
