/** Control-plane routes for tables: the list of tables, pages of rows, single rows and deleted rows. */
import type { EmulatorContext } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { assertKnownName } from '../errors/argument-checks.ts'
import { unknownNameError } from '../errors/errors.ts'
import { referrerIndexKey } from './views/row-relations.ts'
import { pageSizeDefault, pageSizeMax, type RowSearch } from './views/row-search.ts'
import { parseRowId, viewDeletedRow, viewRow, viewRowPage, viewTable } from './views/table-views.ts'
import { queryNumber, type ControlRoute, type ControlRoutes, queryText } from './route.ts'

export function tableRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  const names = [...context.catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const rowRoutes = names.flatMap((table): [string, ControlRoute][] => [
    /** Returns a row with its relations. */
    [`GET rows/${table}/:id`, ({ id }) => viewRow(context, table, id)],
    /** Returns the last values of a deleted row. */
    [`GET deleted-rows/${table}/:id`, ({ id }) => viewDeletedRow(context, table, id)],
  ])
  return {
    /** Lists the tables with their columns. */
    'GET tables': () => names.map((name) => viewTable(context, name)),
    /**
     * Returns a page of the rows of a table.
     *
     * @query search after limit order field table id
     */
    'GET tables/:id'({ id: name, query }) {
      if (!names.includes(name)) throw unknownNameError('table', name, names)
      return viewRowPage(context, rowSearchFrom(context, name, query))
    },
    ...Object.fromEntries(rowRoutes),
  }
}

function rowSearchFrom(context: EmulatorContext, table: string, query: URLSearchParams): RowSearch {
  const after = queryText(query, 'after')
  const field = queryText(query, 'field')
  const order = queryText(query, 'order')
  const referenced = { table: queryText(query, 'table') ?? '', id: queryText(query, 'id') ?? '' }
  assertKnownName('order', order, ['asc', 'desc'])
  return {
    table,
    text: queryText(query, 'search') ?? '',
    after: after === undefined ? undefined : parseRowId(context, table, after),
    limit: queryNumber(query, 'limit', pageSizeDefault, 1, pageSizeMax),
    newestFirst: order === 'desc',
    indexKey: field === undefined ? undefined : indexKeyFrom(context, table, field, referenced),
  }
}

/**
 * Returns the index key of the rows whose `field` references the row `id`. A polymorphic field needs
 * the referenced `table` too.
 */
function indexKeyFrom(
  context: EmulatorContext,
  table: string,
  field: string,
  given: { readonly table: string; readonly id: string },
): RowSearch['indexKey'] {
  const references = context.catalog
    .columns(table)
    .filter(({ spec }) => spec.polymorphicTarget ?? spec.target ?? spec.items?.spec.target)
  const column = references.find(({ name }) => name === field)
  if (!column) {
    const names = references.map(({ name }) => name)
    throw unknownNameError('reference', field, names)
  }
  const { polymorphicTarget, target, items } = column.spec
  const referenced = polymorphicTarget ? given.table : (target ?? items?.spec.target ?? '')
  const id = parseRowId(context, referenced, given.id)
  return { index: field, key: referrerIndexKey(polymorphicTarget, referenced, id) }
}
