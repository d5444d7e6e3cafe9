/** The rows of a list: in the order of its sort, with the conditions of its path and its filters. */
import { compareScalars, type Key, type Scalar } from '../../store/keys.ts'
import type { ScanOptions } from '../../store/table.ts'
import type { CursorPosition } from '../cursor.ts'
import type { Shape } from '../fields.ts'
import type { Filter } from '../filters.ts'
import type { ListQuery, SortKey } from '../list-query.ts'
import type { AnyRow, Tx } from '../tx.ts'

export interface ListDefinition {
  /** The table of the rows; empty for computed items. */
  readonly resource: string
  /** The shape of the rows, for the sort keys in cursors. Default: cursors hold only a numeric id. */
  readonly shape?: Shape
  readonly filters: Readonly<Record<string, Filter>>
  /** The values that every row of the list has. */
  readonly where: readonly (readonly [field: string, value: unknown])[]
  /** A filter that applies to every request. */
  readonly baseFilter?: Filter
  /** Whether the contract lists no paging for this list. */
  readonly unpagedInReference: boolean
}

/** Returns the name of the index that sorts rows by a field. */
export const sortIndexName = (field: string): string => `sort:${field}`

export type Scan = (options?: ScanOptions) => Iterable<AnyRow>

export interface PageQuery {
  readonly tx: Tx
  readonly definition: ListDefinition
  readonly query: ListQuery
  readonly sort: readonly SortKey[]
  readonly scan: Scan
}

/** Returns the rows from a position of the list, and the number of all rows of the list. */
export function rowsAt(list: PageQuery, start: number, size: number): [AnyRow[], number] {
  const { tx, definition, query, sort } = list
  const { resource, filters, where, baseFilter } = definition
  const isFiltered = Object.keys(filters).some((name) => query[name] !== undefined)
  const isConditional = isFiltered || where.length > 0 || baseFilter || tx.mayHide(resource)
  if (resource === '' || isConditional || sort.length > 1) {
    const all = [...matchingRows(list)]
    return [all.slice(start, start + size), all.length]
  }
  const total = tx.count(resource)
  return [start < total ? take(candidateRows(list, undefined, false, start), size) : [], total]
}

/** Yields the rows that match all filters, in order, after `start`, or before it if `backwards`. */
export function* matchingRows(
  list: PageQuery,
  start?: CursorPosition,
  backwards = false,
): Iterable<AnyRow> {
  const { tx, definition, query } = list
  const conditions = Object.entries(definition.filters).flatMap(([name, filter]) => {
    const expected = query[name]
    return expected === undefined ? [] : [{ filter, expected: expected as never }]
  })
  for (const row of candidateRows(list, start, backwards)) {
    if (!definition.where.every(([field, value]) => row[field] === value)) continue
    if (tx.isHidden(definition.resource, row)) continue
    if (definition.baseFilter && !definition.baseFilter.matches(row, true as never, tx)) continue
    if (conditions.every(({ filter, expected }) => filter.matches(row, expected, tx))) yield row
  }
}

/** Returns the rows in order, from the best index: of a filter, of the sort field, or of the ids. */
function candidateRows(
  list: PageQuery,
  start: CursorPosition | undefined,
  backwards: boolean,
  skip = 0,
): Iterable<AnyRow> {
  const { definition, query, sort, scan } = list
  const filtered = Object.entries(definition.filters).find(
    ([name, { index }]) => index !== undefined && query[name] !== undefined,
  )
  const index = filtered?.[1].index
  const prefix = filtered ? [query[filtered[0]] as Scalar] : []
  const [only] = sort
  const byId = only === undefined || only.field === 'id'
  const reverse = backwards !== (only?.descending ?? false)
  if (sort.length <= 1 && (byId || index === undefined)) {
    const from = start && { from: [...prefix, ...(byId ? start.key.slice(-1) : start.key)] }
    const scannedIndex = byId ? index : sortIndexName(only.field)
    const prefixOption = index === undefined ? {} : { prefix }
    return scan({
      ...(scannedIndex && { index: scannedIndex }),
      ...prefixOption,
      ...from,
      ...(skip > 0 && { skip }),
      reverse,
    })
  }
  return sortedRows([...scan(index ? { index, prefix } : {})], list, start, backwards)
}

function sortedRows(
  rows: AnyRow[],
  { sort }: PageQuery,
  start: CursorPosition | undefined,
  backwards: boolean,
): AnyRow[] {
  const keyOf = (row: AnyRow): Key => [...sort.map(({ field }) => row[field] as Scalar), row.id]
  const order = (a: Key, b: Key): number => {
    for (const [i, part] of a.entries()) {
      const difference = compareScalars(part, b[i] as Scalar)
      if (difference !== 0) return (sort[i] ?? sort.at(-1))?.descending ? -difference : difference
    }
    return 0
  }
  const ordered = rows.sort((a, b) => order(keyOf(a), keyOf(b)))
  if (backwards) ordered.reverse()
  if (!start) return ordered
  return ordered.filter((row) => {
    const difference = order(keyOf(row), start.key)
    return backwards ? difference < 0 : difference > 0
  })
}

/** Returns the first items. */
export function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = []
  for (const item of items) {
    taken.push(item)
    if (taken.length === count) break
  }
  return taken
}
