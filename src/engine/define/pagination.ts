/**
 * Finds one page of a list: filters, order, cursors and deprecated page numbers.
 *
 * The cost of a cursor does not depend on the length of the list. A page number skips rows without reading
 * them, except in a list with conditions.
 */
import type { Scalar } from '../store/keys.ts'
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts'
import { integer } from './fields.ts'
import type { Filter } from './filters.ts'
import { type ListQuery, perPageDefault, sortKeys } from './list-query.ts'
import {
  type ListDefinition,
  matchingRows,
  type PageQuery,
  rowsAt,
  type Scan,
  take,
} from './verbs/list-rows.ts'
import type { Page } from './presenters.ts'
import type { AnyRow, Tx } from './tx.ts'
import {
  cursorForm,
  cursorPaging,
  filteredList,
  idOrder,
  numberPaging,
  pageLinks,
  pageSize,
  pagedEverywhere,
  sortedList,
} from './behaviours.ts'

/** Finds a page; `scan` reads the rows of the list in the order of an index or of their ids. */
export function findPage(
  tx: Tx,
  definition: ListDefinition,
  query: ListQuery,
  scan: Scan = (options) => tx.scan(definition.resource, options),
): Page {
  const sort = sortKeys(query.sort)
  tx.logBehaviour(sort.length === 0 ? idOrder : sortedList)
  const applied = Object.entries(definition.filters).filter(([name]) => query[name] !== undefined)
  if (applied.length > 0) tx.logBehaviour(filteredList)
  for (const [, filter] of applied) if (filter.behaviour) tx.logBehaviour(filter.behaviour)
  const list = { tx, definition, query, sort, scan }
  if (definition.unpagedInReference && !tx.assumes(pagedEverywhere)) {
    return { rows: [...matchingRows(list)], links: {} }
  }
  tx.logBehaviour(pageSize)
  return query.page === undefined ? findPageByCursor(list) : findPageByNumber(list, query.page)
}

function findPageByCursor(list: PageQuery): Page {
  const { tx, definition, query, sort } = list
  const size = query.per_page ?? perPageDefault
  const fields = sort.map((key) => key.field)
  tx.logBehaviour(cursorPaging)
  const { cursor } = query
  const start = cursor === undefined ? undefined : decodeCursor(cursor, fields, definition.shape)
  const backwards = start?.before === true
  const found = take(matchingRows(list, start, backwards), size + 1)
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  const adjacent =
    rows.length > 0
      ? adjacentToRows(list, rows, start, found.length > size)
      : adjacentToEmpty(list, start, size)
  const links = Object.entries(adjacent).map(([relation, to]) => {
    const cursor = to === 'first' ? undefined : encodeCursor(to, fields)
    return [relation, { cursor, per_page: String(size), page: undefined }]
  })
  if (links.length > 0) for (const each of [cursorForm, pageLinks]) tx.logBehaviour(each)
  return { rows, links: Object.fromEntries(links) }
}

/** The start positions of the previous and the next page. */
type AdjacentPages = Partial<Record<'prev' | 'next', CursorPosition | 'first'>>

function adjacentToRows(
  list: PageQuery,
  rows: readonly AnyRow[],
  start: CursorPosition | undefined,
  more: boolean,
): AdjacentPages {
  const backwards = start?.before === true
  const ahead = positionOf(list, rows[0] as AnyRow, true)
  const behind = positionOf(list, rows.at(-1) as AnyRow, false)
  const prev = backwards ? more : start !== undefined && isNonEmpty(matchingRows(list, ahead, true))
  const next = backwards ? isNonEmpty(matchingRows(list, behind)) : more
  return { ...(prev && { prev: ahead }), ...(next && { next: behind }) }
}

/** Returns the pages adjacent to a page whose rows were removed: now the last or the first page. */
function adjacentToEmpty(
  list: PageQuery,
  start: CursorPosition | undefined,
  size: number,
): AdjacentPages {
  const last = start ? take(matchingRows(list, undefined, true), size + 1) : []
  if (last.length === 0) return {}
  if (start?.before) return { next: 'first' }
  return { prev: last.length > size ? positionOf(list, last.at(-1) as AnyRow, false) : 'first' }
}

const positionOf = ({ sort }: PageQuery, row: AnyRow, before: boolean): CursorPosition => ({
  key: [...sort.map(({ field }) => row[field] as Scalar), row.id],
  before,
})

function findPageByNumber(list: PageQuery, number: number): Page {
  list.tx.logBehaviour(numberPaging)
  const size = list.query.per_page ?? perPageDefault
  const start = (number - 1) * size
  const [rows, total] = rowsAt(list, start, size)
  const last = Math.max(1, Math.ceil(total / size))
  const pageParams = (to: number): Record<string, string | undefined> => ({
    page: String(to),
    per_page: String(size),
  })
  const next = number < last ? { next: pageParams(number + 1) } : {}
  return {
    rows,
    links: { ...next, last: pageParams(last) },
  }
}

const isNonEmpty = (items: Iterable<unknown>): boolean => take(items, 1).length > 0

/** Returns a page of computed items; their positions in the list serve as ids. */
export function paginateItems(
  tx: Tx,
  items: readonly object[],
  query: ListQuery,
  unpagedInReference = false,
): Page {
  const rows = items.map((item, i): AnyRow => ({ id: i + 1, item }))
  const scan: Scan = ({ from, reverse = false } = {}) => {
    const position = (from?.[0] as number | undefined) ?? (reverse ? rows.length + 1 : 0)
    return reverse ? rows.slice(0, position - 1).toReversed() : rows.slice(position)
  }
  return findPage(tx, { resource: '', filters: {}, where: [], unpagedInReference }, query, scan)
}

/** Returns a page of the rows that refer to a row, for lists whose path does not contain its id. */
export function pageOfReferrers(
  tx: Tx,
  resource: string,
  field: string,
  id: AnyRow['id'],
  query: ListQuery,
): Page {
  const filter: Filter = {
    field: integer(),
    index: field,
    matches: (row, expected) => row[field] === expected,
  }
  const definition = {
    resource,
    filters: { [field]: filter },
    where: [],
    unpagedInReference: false,
  }
  return findPage(tx, definition, { ...query, [field]: id })
}
