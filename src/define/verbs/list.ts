/** The verb of every list: filters, sort, cursor and the deprecated page. */
import { type Field, choice, listOf, type Shape } from '../fields.ts'
import { type FilterOn, isIndexed } from '../filters.ts'
import { findPage, type ListQuery, pagingParams, syntaxOf } from '../pagination.ts'
import { type Operation, operation } from '../operation.ts'
import { page } from '../presenters.ts'
import type { Bound, Marks } from './verb-options.ts'

export interface ListGiven<K extends string> extends Marks {
  readonly path?: string
  readonly params?: Shape
  readonly filters?: Readonly<Record<string, FilterOn<K>>>
  /** Only rows with these values, whatever is asked. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Only rows that this filter keeps, whatever is asked. */
  readonly only?: FilterOn<K>
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
export function list<K extends string>(to: Bound, given: ListGiven<K>): Operation {
  const { filters = {}, sorts = [], params = {}, path = to.path, paging, where, ...marks } = given
  const bound = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter(to.shape)]),
  )
  const narrowing = Object.keys(params).filter((name) => name in to.shape)
  for (const name of narrowing) {
    bound[name] = {
      field: to.shape[name] as Field,
      ...(isIndexed(to.shape[name] as Field) && { index: name }),
      keeps: (row, id) => row[name] === id,
    }
  }
  const plan = {
    resource: to.name,
    shape: to.shape,
    filters: bound,
    where: Object.entries(where ?? {}),
    ...(given.only && { only: given.only(to.shape) }),
    unpagedInReference: given.unpagedInReference ?? false,
  }
  const asked = Object.keys(filters).map((name) => [name, bound[name]?.field as Field])
  return operation({
    ...marks,
    method: 'GET',
    path,
    params,
    query: {
      ...Object.fromEntries(asked),
      ...(sorts.length > 0 && { sort: listOf(choice(sorts.flatMap(directions))) }),
      ...pagingParams(paging),
    },
    present: page(to.name, given.fields),
    syntax: (query) => syntaxOf(query as ListQuery, to.shape),
    answer: (tx, { query, ...narrowed }) =>
      findPage(tx, plan, { ...(query as ListQuery), ...(narrowed as Record<string, unknown>) }),
  })
}

const directions = (field: string): string[] => [field, `${field}:asc`, `${field}:desc`]
