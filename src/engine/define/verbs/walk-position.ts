/** Where a client is in the walk of a list: which rows it has read, and which not. */
import { decodeCursor } from '../cursor.ts'
import { type ListQuery, perPageDefault, type SortKey, sortKeys } from '../list-query.ts'
import { type ListDefinition, type PageQuery, matchingRows, type Scan } from './list-rows.ts'
import type { AnyRow, RowValues, Tx } from '../tx.ts'

/** The rows of a list at the start of one of its pages, in the order of the list. */
export interface WalkPosition {
  readonly resource: string
  /** The rows before the page. */
  readonly read: readonly AnyRow[]
  /** The rows of the page and of the pages after it. */
  readonly unread: readonly AnyRow[]
  readonly sort: readonly SortKey[]
  /** The values that a row of the list has, as far as its path and its filters determine them. */
  readonly values: RowValues
}

/** Splits a list at the start of a page; undefined for the first page and for a walk backwards. */
export function splitAtPage(
  tx: Tx,
  definition: ListDefinition,
  query: ListQuery,
): WalkPosition | undefined {
  const { cursor, page = 1, per_page: size = perPageDefault } = query
  const sort = sortKeys(query.sort)
  const scan: Scan = (options) => tx.scan(definition.resource, options)
  const list: PageQuery = { tx, definition, query, sort, scan }
  const fields = sort.map((key) => key.field)
  const start = cursor === undefined ? undefined : decodeCursor(cursor, fields, definition.shape)
  if (start ? start.before : page === 1) return undefined
  const all = [...matchingRows(list)]
  const later = start ? new Set([...matchingRows(list, start)].map(({ id }) => id)) : undefined
  const isUnread = ({ id }: AnyRow, i: number): boolean =>
    later ? later.has(id) : i >= (page - 1) * size
  const { resource, filters, where, shape = {} } = definition
  const filtered = Object.keys(filters).flatMap((name) => {
    const value = [query[name]].flat()[0]
    return name in shape && value !== undefined ? [[name, value] as const] : []
  })
  const values = Object.fromEntries([...where, ...filtered])
  const read = all.filter((row, i) => !isUnread(row, i))
  return { resource, read, unread: all.filter(isUnread), sort, values }
}
