/** The list verb: filters, sort, cursor and the deprecated page number. */
import { type Field, choice, listOf, type Shape } from '../fields.ts'
import { type FilterFactory, isIndexed } from '../filters.ts'
import { assertListQuery, type ListQuery, paginationParams } from '../list-query.ts'
import { findPage } from '../pagination.ts'
import { splitAtPage } from './walk-position.ts'
import { type Operation, operation } from '../operation.ts'
import { page } from '../presenters.ts'
import type { VerbTarget, VerbOptions } from './verb-options.ts'

export interface ListOptions<K extends string> extends VerbOptions {
  readonly path?: string
  readonly params?: Shape
  readonly filters?: Readonly<Record<string, FilterFactory<K>>>
  /** The values that every row of the list has. */
  readonly where?: Readonly<Record<string, unknown>>
  /** A filter that applies to every request. */
  readonly baseFilter?: FilterFactory<K>
  /** The fields that the list can be sorted by. */
  readonly sorts?: readonly K[]
  /** The returned fields. Default: all fields. */
  readonly fields?: readonly K[]
  /** `cursor`: the list does not accept the deprecated page number. */
  readonly paging?: 'cursor'
  /** Whether the contract lists no paging for this list. */
  readonly unpagedInReference?: boolean
}

/**
 * Creates the operation that lists the resource's rows. Each path parameter has the name of a field, and
 * limits the list to the rows with that value.
 */
export function list<K extends string>(target: VerbTarget, options: ListOptions<K>): Operation {
  const {
    filters = {},
    sorts = [],
    params = {},
    path = target.path,
    paging,
    where,
    ...verbOptions
  } = options
  const boundFilters = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter(target.shape)]),
  )
  for (const name of Object.keys(params)) {
    boundFilters[name] = {
      field: target.shape[name] as Field,
      ...(isIndexed(target.shape[name] as Field) && { index: name }),
      matches: (row, id) => row[name] === id,
    }
  }
  const definition = {
    resource: target.name,
    shape: target.shape,
    filters: boundFilters,
    where: Object.entries(where ?? {}),
    ...(options.baseFilter && { baseFilter: options.baseFilter(target.shape) }),
    unpagedInReference: options.unpagedInReference ?? false,
  }
  const queryFields = Object.keys(filters).map((name) => [name, boundFilters[name]?.field as Field])
  return operation({
    ...verbOptions,
    method: 'GET',
    path,
    params,
    query: {
      ...Object.fromEntries(queryFields),
      ...(sorts.length > 0 && { sort: listOf(choice(sorts.flatMap(sortDirections))) }),
      ...paginationParams(paging),
    },
    presenter: page(target.name, options.fields),
    assertQuery: (query) => assertListQuery(query as ListQuery, target.shape),
    walk: (tx, input) => splitAtPage(tx, definition, listQuery(input)),
    handle: (tx, input) => findPage(tx, definition, listQuery(input)),
  })
}

const listQuery = ({ query, ...params }: { readonly query: object }): ListQuery => ({
  ...query,
  ...params,
})

const sortDirections = (field: string): string[] => [field, `${field}:asc`, `${field}:desc`]
