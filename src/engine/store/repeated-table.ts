/**
 * A large table as blocks: each block repeats the rows of a template with other ids and values.
 *
 * A read makes the rows that it returns, and the table keeps the last of them. The first write, a read that needs another index, and the
 * third read of the whole table make all rows and keep them.
 */
import type { CopyIds } from './copy-ids.ts'
import type { Id, Key } from './keys.ts'
import { RecentValues } from './recent-values.ts'
import {
  countTable,
  createTable,
  getIndex,
  hasValues,
  otherNames,
  type Row,
  type ScanOptions,
  scanTable,
  type Table,
  type TableSchema,
  type VisitOptions,
  visitTable,
} from './table.ts'

/** The rows of a table that is not loaded. */
export interface BlockView {
  get(id: Id): Row | undefined
  size(): number
  /** Returns the rows of a scan; undefined if the scan needs the loaded table. */
  scan(options: ScanOptions): Iterable<Row> | undefined
  /** Visits the rows of a scan. Returns false and visits none if the scan needs the loaded table. */
  visit(options: VisitOptions, visit: (row: Row) => void): boolean
  /** Counts the rows of a scan without making them; undefined if the rows are necessary. */
  count(options: VisitOptions): number | undefined
  /** Returns the first key of an index; undefined if this needs the loaded table. */
  firstKey(index: string): { readonly key: Key | undefined } | undefined
}

/** A table that is built on first access. */
export interface LazyTable {
  readonly load: () => Table
  /** Answers reads until the table is loaded. */
  readonly view?: () => BlockView | undefined
}

/** The block of a key, and the key in the template. Without a block, every block has the key. */
export interface BlockKey {
  readonly block: number | undefined
  readonly key: Key
}

export interface RepeatedRows {
  readonly schema: TableSchema
  /** The table of one block. Its ids are numbers. */
  readonly template: () => Table
  readonly blocks: number
  readonly ids: () => CopyIds
  copy(row: Row, block: number): Row
  /** The last copies by id, for repeated reads of the same records. */
  readonly recent: RecentValues<number, Row>
  /** Returns whether a copy has the same value of a field as its row in the template. */
  keeps(field: string): boolean
  /** Locates a key of an index; undefined if copies have other keys. */
  locate(index: string, key: Key): BlockKey | undefined
}

/** After so many copies of the whole table, keeping the rows costs less than making them again. */
const wholeCopiesMax = 2

/** The number of counts that a table keeps at least. */
const recentCountsMin = 5_000

export function createRepeatedTable(rows: RepeatedRows): LazyTable {
  let copies = 0
  let copiesMax = Infinity
  let isReadOften = false
  const copy = (row: Row, block: number): Row => {
    const id = rows.ids().idOf(row.id as number, block)
    const known = rows.recent.get(id)
    if (known) return known
    if (copies === 0) copiesMax = wholeCopiesMax * view.size()
    copies += 1
    isReadOften ||= copies > copiesMax
    const made = rows.copy(row, block)
    rows.recent.set(id, made)
    return made
  }
  const view = createView({ ...rows, copy })
  let loaded: Table | undefined
  return {
    load() {
      if (loaded) return loaded
      loaded = createTable(rows.schema, [...(view.scan({}) as Iterable<Row>)])
      loaded.lastId = rows.ids().lastId
      return loaded
    },
    view: () => (loaded || isReadOften ? undefined : view),
  }
}

function createView(repeated: RepeatedRows): BlockView {
  const { template, blocks, ids, copy, keeps, locate } = repeated
  const counts = new RecentValues<string, number>(recentCountsMin, () => new Map())

  function get(id: number): Row | undefined {
    const place = ids().placeOf(id)
    const row = place && ids().row(place.id)
    return row && copy(row, place.block)
  }

  function* scanIds({ from, skip = 0, reverse = false }: ScanOptions): Iterable<Row> {
    const { lastId, isComplete } = ids()
    const after = from?.[0] as number | undefined
    let left = isComplete ? 0 : skip
    const passed = isComplete ? skip : 0
    const first = reverse
      ? Math.min((after ?? lastId + 1) - 1, lastId) - passed
      : Math.max((after ?? 0) + 1, 1) + passed
    for (let id = first; id >= 1 && id <= lastId; id += reverse ? -1 : 1) {
      const row = get(id)
      if (row && left-- <= 0) yield row
    }
  }

  function* copies(rows: Iterable<Row>, block: number | undefined, reverse = false): Iterable<Row> {
    if (block === undefined)
      for (const [row, each] of ids().inOrder(rows, reverse)) yield copy(row, each)
    else if (isBlock(block)) for (const row of rows) yield copy(row, block)
  }

  /** Locates the rows of a scan; undefined if the scan needs the loaded table. */
  function locateScan({ index, prefix = [] }: VisitOptions): BlockKey | undefined {
    if (index === undefined) return { block: undefined, key: prefix }
    return locate(index, prefix)
  }

  const isBlock = (block: number): boolean => block >= 0 && block < blocks

  /** All blocks have the same number of rows with the same values. */
  function countInBlock(options: VisitOptions): number {
    const names = otherNames(options)
    if (names.length === 0) return countTable(template(), options)
    const { index, prefix, values = {} } = options
    const text = JSON.stringify([index, prefix, names, names.map((name) => values[name])])
    const known = counts.get(text)
    if (known !== undefined) return known
    const count = countTable(template(), options)
    counts.set(text, count)
    return count
  }

  return {
    get: (id) => (typeof id === 'number' ? get(id) : undefined),
    size: () => template().rows.size * blocks,
    scan(options) {
      const { index, prefix = [], from, skip, reverse = false } = options
      if (index === undefined) return scanIds(options)
      const located = from || skip || prefix.length === 0 ? undefined : locate(index, prefix)
      if (!located) return undefined
      const { block, key } = located
      return copies(scanTable(template(), { index, prefix: key, reverse }), block, reverse)
    },
    visit(options, visit) {
      const located = locateScan(options)
      if (!located) return false
      const { key, block } = located
      const { index, values = {} } = options
      const names = otherNames(options)
      const changed = names.filter((name) => !keeps(name))
      const kept = names.filter(keeps)
      // Note: the values of the template decide first, so that other rows are not made.
      const rows: Row[] = []
      visitTable(template(), { index, prefix: key }, (row) => {
        if (hasValues(row, values, kept)) rows.push(row)
      })
      for (const row of copies(rows, block)) if (hasValues(row, values, changed)) visit(row)
      return true
    },
    count(options) {
      const located = locateScan(options)
      if (!located || !otherNames(options).every(keeps)) return undefined
      const { key, block } = located
      if (block !== undefined && !isBlock(block)) return 0
      const { index, values } = options
      return (block === undefined ? blocks : 1) * countInBlock({ index, prefix: key, values })
    },
    firstKey(index) {
      // Note: the first block has the lowest ids, so its first key is the first of all blocks.
      if (!locate(index, [])) return undefined
      const key = getIndex(template(), index).minKey()
      return { key: key && [...key.slice(0, -1), ids().idOf(key.at(-1) as number, 0)] }
    },
  }
}
