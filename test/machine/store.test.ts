import { expect, test } from 'vitest'
import { createStoreSchema, createStore } from '../../src/machine/store.ts'
import { createCells } from '../../src/machine/cells.ts'
import { box, boxesIn, createStoreFixture, idsOf, filledStore } from './store-fixture.ts'

const boom = (): never => {
  throw new Error('boom')
}

test('a row is found by its id once it was inserted, and not after it was removed', () => {
  const { store } = createStoreFixture()
  store.transact(() => store.insert('boxes', box(1)))
  expect([store.get('boxes', 1), store.size('boxes')]).toEqual([box(1), 1])
  store.transact(() => store.remove('boxes', 1))
  expect([store.get('boxes', 1), store.size('boxes')]).toEqual([undefined, 0])
})

test('a transaction gives its result and its changes, in order, with what the writer noted', () => {
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

test('a throw undoes every write of the transaction, in rows and in indexes', () => {
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

test('after a throw the next transaction starts afresh', () => {
  const { store } = filledStore(1)
  expect(() => store.transact(boom)).toThrow('boom')
  const { changes } = store.transact(() => store.insert('boxes', box(2)))
  expect(changes).toHaveLength(1)
})

test('inside a transaction its own writes are seen', () => {
  const { store } = filledStore(2)
  store.transact(() => {
    store.insert('boxes', box(3, { shelf: 8 }))
    store.remove('boxes', 1)
    expect(idsOf(store.scan('boxes'))).toEqual([2, 3])
    expect(idsOf(store.scan('boxes', { index: 'shelf', prefix: [8] }))).toEqual([3])
  })
})

test('a transaction inside another joins it: its changes leave with the outer one', () => {
  const { store } = filledStore(1)
  const { changes } = store.transact(() => {
    store.insert('boxes', box(2))
    const inner = store.transact(() => store.insert('boxes', box(3)))
    expect(inner.changes).toEqual([])
  })
  expect(changes.map(({ id }) => id)).toEqual([2, 3])
})

test('when the outer transaction throws, what an inner one wrote is undone as well', () => {
  const { store } = filledStore(1)
  const work = (): void => {
    store.transact(() => store.insert('boxes', box(2)))
    boom()
  }
  expect(() => store.transact(work)).toThrow('boom')
  expect(idsOf(store.scan('boxes'))).toEqual([1])
})

test('after an inner throw that was caught, the outer transaction is still one', () => {
  const { store } = filledStore(1)
  const { changes } = store.transact(() => {
    expect(() => store.transact(boom)).toThrow('boom')
    store.insert('boxes', box(2))
  })
  expect(changes.map(({ id }) => id)).toEqual([2])
  expect(idsOf(store.scan('boxes'))).toEqual([1, 2])
})

test('what cannot be written is refused, and leaves the rows alone even if the refusal is caught', () => {
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

test('nothing is written outside a transaction', () => {
  const { store } = filledStore(1)
  expect(() => store.insert('boxes', box(2))).toThrow('a write to "boxes" outside a transaction')
  expect(boxesIn(store)).toEqual([box(1)])
})

test('a table or an index that nobody planned is an error with its name', () => {
  const { store } = filledStore(1)
  expect(() => store.get('crates', 1)).toThrow('there is no table "crates"')
  expect(() => [...store.scan('boxes', { index: 'color' })]).toThrow('there is no index "color"')
})

test('ids count per table, go on behind the highest, and are never given out twice', () => {
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

test('an id that a failed transaction took is free again', () => {
  const { store } = filledStore(3)
  const work = (): void => {
    store.insert('boxes', box(store.nextId('boxes')))
    boom()
  }
  expect(() => store.transact(work)).toThrow('boom')
  expect(store.transact(() => store.nextId('boxes')).result).toBe(4)
})

test('ids may be texts', () => {
  const store = createStore(
    createCells(),
    createStoreSchema([{ name: 'hooks', columns: ['id'], indexes: [] }]),
  )
  store.transact(() => {
    for (const id of ['b', 'c', 'a']) store.insert('hooks', { id })
  })
  expect(idsOf(store.scan('hooks', { from: ['a'] }))).toEqual(['b', 'c'])
})
