/** A small store for tests: boxes that stand on shelves, and labels in a table of their own. */
import { type Cells, createCells } from '../../src/machine/cells.ts'
import { createSchema, createStore, type Store } from '../../src/machine/store.ts'
import type { Row } from '../../src/machine/table.ts'

export const schema = createSchema([
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

export interface Stock {
  readonly cells: Cells
  readonly store: Store
}

export function createStock(): Stock {
  const cells = createCells()
  return { cells, store: createStore(cells, schema) }
}

/** A box on one of three shelves, with one of five sizes. */
export const box = (id: number, more: object = {}): Row => ({
  id,
  shelf: id % 3,
  size: id % 5,
  tags: [],
  ...more,
})

export function stockOf(count: number): Stock {
  const stock = createStock()
  stock.store.transact(() => {
    for (let id = 1; id <= count; id += 1) stock.store.insert('boxes', box(id))
  })
  return stock
}

export const idsOf = (rows: Iterable<Row>): (number | string)[] => [...rows].map(({ id }) => id)

export const boxesIn = (store: Store): Row[] => [...store.walk('boxes')]
