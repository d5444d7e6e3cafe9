/** A small store for tests: a table of boxes on shelves, and a table of labels. */
import { type Cells, createCells } from '../../../src/engine/store/cells.ts'
import { createStoreSchema, createStore, type Store } from '../../../src/engine/store/store.ts'
import type { Row } from '../../../src/engine/store/table.ts'

export const schema = createStoreSchema([
  {
    name: 'boxes',
    columns: ['id', 'shelf', 'size', 'tags'],
    indexes: [
      { name: 'shelf', keys: (row) => (row['shelf'] === null ? [] : [[row['shelf'] as number]]) },
      { name: 'size', keys: (row) => [[row['size'] as number | null]] },
      { name: 'tags', keys: (row) => ((row['tags'] ?? []) as string[]).map((tag) => [tag]) },
    ],
  },
  { name: 'labels', columns: ['id'], indexes: [] },
])

export interface StoreFixture {
  readonly cells: Cells
  readonly store: Store
}

export function createStoreFixture(): StoreFixture {
  const cells = createCells()
  return { cells, store: createStore(cells, schema) }
}

/** A box with one of three shelves and one of five sizes. */
export const box = (id: number, more: object = {}): Row => ({
  id,
  shelf: id % 3,
  size: id % 5,
  tags: [],
  ...more,
})

export function filledStore(count: number): StoreFixture {
  const fixture = createStoreFixture()
  fixture.store.transact(() => {
    for (let id = 1; id <= count; id += 1) fixture.store.insert('boxes', box(id))
  })
  return fixture
}

export const idsOf = (rows: Iterable<Row>): (number | string)[] => [...rows].map(({ id }) => id)

export const boxesIn = (store: Store): Row[] => [...store.scan('boxes')]
