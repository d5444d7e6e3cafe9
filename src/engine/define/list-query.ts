/** The query of a list: page size, cursor, page number and sort. */
import { decodeCursor } from './cursor.ts'
import { integer, type Shape, string } from './fields.ts'
import { aliasedName, type NameAliases, nearestName } from '../errors/near-names.ts'
import { badRequest } from './problems.ts'

export const perPageDefault = 25
export const perPageMax = 100
/** The parameters that name a page of a list. */
export const pagePositions = ['cursor', 'page'] as const

/** The parameters for common guesses. */
const parameterAliases: NameAliases = {
  limit: 'per_page',
  page_limit: 'per_page',
  page_number: 'page',
  page_size: 'per_page',
  pagesize: 'per_page',
  perpage: 'per_page',
  size: 'per_page',
}

/** The parameter that an unknown one probably means. */
export const nearestParameter = (name: string, shape: Shape): string | undefined =>
  aliasedName(name, Object.keys(shape), parameterAliases) ?? nearestName(name, Object.keys(shape))

export interface ListQuery {
  readonly per_page?: number
  readonly cursor?: string
  readonly page?: number
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

/** The query and its check for operations without the `list` verb. */
export function pagination(paging?: 'cursor') {
  return {
    query: paginationParams(paging),
    assertQuery: (query: ListQuery) => assertListQuery(query),
  }
}

export function paginationParams(paging?: 'cursor'): Shape {
  const perPage = integer().between(1, perPageMax).defaultsTo(perPageDefault)
  const number = integer().between(1, Number.MAX_SAFE_INTEGER).defaultsTo(1).deprecated()
  return { cursor: string(), per_page: perPage, ...(paging !== 'cursor' && { page: number }) }
}

/** Throws a 400 for a page number together with a cursor, and for a cursor of another list. */
export function assertListQuery(query: ListQuery, shape?: Shape): void {
  if (query.cursor === undefined) return
  if (query.page !== undefined) throw badRequest({ page: ['cannot be used with cursor'] })
  decodeCursor(
    query.cursor,
    sortKeys(query.sort).map((key) => key.field),
    shape,
  )
}

/** Parses `field`, `field:asc` and `field:desc`. */
export function sortKeys(sort: readonly string[] = []): SortKey[] {
  return sort.map((value) => {
    const [field = '', direction] = value.split(':')
    return { field, descending: direction === 'desc' }
  })
}
