/** The verb of every list: filters, sort, cursor and the deprecated page. */
import { type Field, choice, listOf, type Shape } from '../fields.ts'
import { type FilterFactory, isIndexed } from '../filters.ts'
import { assertListQuery, type ListQuery, paginationParams } from '../list-query.ts'
import { findPage } from '../pagination.ts'
import { type Operation, operation } from '../operation.ts'
import { page } from '../presenters.ts'
import type { VerbTarget, VerbOptions } from './verb-options.ts'

export interface ListOptions<K extends string> extends VerbOptions {
  readonly path?: string
  readonly params?: Shape
  readonly filters?: Readonly<Record<string, FilterFactory<K>>>
  /** Only rows with these values, whatever is asked. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Only rows that this filter keeps, whatever is asked. */
  readonly baseFilter?: FilterFactory<K>
  /** Fields that the list may be sorted by. */
  readonly sorts?: readonly K[]
  /** The fields that the list shows, where these are not all. */
  readonly fields?: readonly K[]
  /** `cursor`: the deprecated page number is not taken here. */
  readonly paging?: 'cursor'
  /** The contract shows no paging on this list. */
  readonly unpagedInReference?: boolean
}

/**
 * A list of the resource's rows. A path parameter that is named as a field of the row narrows the
 * list to the rows with that value.
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
  const filterParams = Object.keys(params).filter((name) => name in target.shape)
  for (const name of filterParams) {
    boundFilters[name] = {
      field: target.shape[name] as Field,
      ...(isIndexed(target.shape[name] as Field) && { index: name }),
      matches: (row, id) => row[name] === id,
    }
  }
  const plan = {
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
    handle: (tx, { query, ...narrowed }) =>
      findPage(tx, plan, { ...(query as ListQuery), ...(narrowed as Record<string, unknown>) }),
  })
}

const sortDirections = (field: string): string[] => [field, `${field}:asc`, `${field}:desc`]
