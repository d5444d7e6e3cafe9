/** The control plane's routes for rows: which tables there are, what stands in them, what leads where. */
import type { EmulatorContext } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { findRecord } from '../emulator/methods/record-queries.ts'
import { contextOf } from '../emulator/emulator.ts'
import { Problem } from '../define/problems.ts'
import { unknownNameError } from '../machine/errors.ts'
import type { Id } from '../machine/keys.ts'
import type { Row } from '../machine/table.ts'
import type { Column } from '../model/catalog.ts'
import {
  referrerIndexKey,
  labelOf,
  referencedLabels,
  referrersOf,
  referencedRows,
} from '../inspector/api/row-relations.ts'
import {
  searchRows,
  pageSizeDefault,
  pageSizeMax,
  type RowSearch,
} from '../inspector/api/row-search.ts'
import { queryNumber, type ControlRoutes, queryText } from './route.ts'

export function tableRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  const names = [...context.catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const rowRoutes = names.map((table) => [
    `GET rows/${table}/:id`,
    (_: unknown, id: string) => viewRow(context, table, id),
  ])
  const deletedRowRoutes = names.map((table) => [
    `GET gone/${table}/:id`,
    (_: unknown, id: string) => viewDeletedRow(context, table, id),
  ])
  return {
    'GET tables': () => names.map((name) => viewTable(context, name)),
    'GET tables/:id'(_, name, request) {
      if (!names.includes(name)) throw unknownNameError('table', name, names)
      return viewPage(context, rowSearchFrom(context, name, new URL(request.url).searchParams))
    },
    ...(Object.fromEntries([...rowRoutes, ...deletedRowRoutes]) as ControlRoutes),
  }
}

function viewTable({ catalog, store }: EmulatorContext, name: string): object {
  const { singular, group } = catalog.resources.get(name) as { singular: string; group: string }
  return { name, singular, group, count: store.size(name), columns: describeColumns(catalog, name) }
}

const visibleColumns = (catalog: EmulatorContext['catalog'], table: string): Column[] =>
  catalog.columns(table).filter(({ spec }) => !spec.hidden)

function describeColumns(catalog: EmulatorContext['catalog'], table: string): object[] {
  return visibleColumns(catalog, table).map(({ name, spec }) => {
    const { kind, format, options, nullable, polymorphicTarget } = spec
    const to = spec.target ?? spec.items?.spec.target
    return { name, kind, format, options, nullable, to, via: polymorphicTarget }
  })
}

function rowSearchFrom(context: EmulatorContext, table: string, query: URLSearchParams): RowSearch {
  const after = queryText(query, 'after')
  const by = queryText(query, 'by')
  return {
    table,
    text: queryText(query, 'search') ?? '',
    after: after === undefined ? undefined : idFrom(context, table, after),
    limit: queryNumber(query, 'limit', pageSizeDefault, 1, pageSizeMax),
    newestFirst: queryText(query, 'order') === 'desc',
    indexKey: by === undefined ? undefined : referenceFrom(context, table, by, query),
  }
}

/** Rows that refer to one: `by` a field, `is` the id, `of` its table where the field does not say. */
function referenceFrom(
  context: EmulatorContext,
  table: string,
  by: string,
  query: URLSearchParams,
) {
  const columns = context.catalog.columns(table)
  const column = columns.find(({ name, spec }) => {
    return (
      name === by &&
      (spec.polymorphicTarget ?? spec.target ?? spec.items?.spec.target) !== undefined
    )
  })
  if (!column)
    throw unknownNameError(
      'reference',
      by,
      columns.map(({ name }) => name),
    )
  const { polymorphicTarget, target: to, items } = column.spec
  const target = polymorphicTarget
    ? (queryText(query, 'of') ?? '')
    : (to ?? items?.spec.target ?? '')
  const id = idFrom(context, target, queryText(query, 'is') ?? '')
  return { index: by, key: referrerIndexKey(polymorphicTarget, target, id) }
}

function viewPage(context: EmulatorContext, search: RowSearch): object {
  const { rows, next, lookedAt } = searchRows(context, search)
  const columns = visibleColumns(context.catalog, search.table)
  return {
    rows: rows.map((row) => visibleFields(columns, row)),
    names: referencedLabels(context, search.table, rows),
    next,
    lookedAt,
    count: context.store.size(search.table),
  }
}

const visibleFields = (columns: readonly Column[], row: Row): object =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name]]))

function viewRow(context: EmulatorContext, table: string, text: string): object {
  const id = idFrom(context, table, text)
  const row = context.store.get(table, id)
  if (!row) throw new Problem(404, { message: `There is no row ${text} in ${table}.` })
  const columns = visibleColumns(context.catalog, table)
  return {
    table,
    id,
    label: labelOf(row),
    row: visibleFields(columns, row),
    record: findRecord(context, table, id),
    targets: Object.fromEntries(
      columns.map((column) => [column.name, referencedRows(column, row)]),
    ),
    names: referencedLabels(context, table, [row]),
    referrers: referrersOf(context, table, id).filter(({ table: from }) => from !== 'api_keys'),
  }
}

/** A row that was deleted, as it was then, as long as the journal knows of it. */
function viewDeletedRow(context: EmulatorContext, table: string, text: string): object {
  const id = idFrom(context, table, text)
  const entry = context.journal
    .entries()
    .flatMap((each) => (each.kind === 'change' ? [each] : []))
    .findLast((each) => each.change === 'deleted' && each.table === table && each.id === id)
  if (!entry?.before) {
    const message = `There is no row ${text} in ${table}, and the journal knows of none.`
    throw new Problem(404, { message })
  }
  const row = entry.before
  const columns = visibleColumns(context.catalog, table)
  return {
    label: labelOf(row),
    number: entry.number,
    at: new Date(entry.at).toISOString(),
    row: visibleFields(columns, row),
    targets: Object.fromEntries(
      columns.map((column) => [column.name, referencedRows(column, row)]),
    ),
    names: referencedLabels(context, table, [row]),
  }
}

/** An id as the table has it. */
function idFrom({ catalog }: EmulatorContext, table: string, text: string): Id {
  const id = catalog.resources.has(table)
    ? catalog.columns(table).find(({ name }) => name === 'id')
    : undefined
  if (id?.spec.kind === 'string') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw new Problem(404, { message: `There is no row "${text}" in ${table || 'no table'}.` })
}
