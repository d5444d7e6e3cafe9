/** The control plane's routes for rows: which tables there are, what stands in them, what leads where. */
import type { Assembly } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { recordOf } from '../emulator/methods/record-queries.ts'
import { partsOf } from '../emulator/emulator.ts'
import { Problem } from '../define/problems.ts'
import { unknownName } from '../machine/errors.ts'
import type { Id } from '../machine/keys.ts'
import type { Row } from '../machine/table.ts'
import type { Column } from '../model/catalog.ts'
import { keyOf, labelOf, namesIn, referrersOf, targetsOf } from '../inspector/api/row-relations.ts'
import { findRows, pageSizeDefault, pageSizeMax, type Search } from '../inspector/api/row-search.ts'
import { numberIn, type Routes, textIn } from './route.ts'

export function tableRoutes(emulator: Emulator): Routes {
  const assembly = partsOf(emulator)
  const names = [...assembly.catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const rowRoutes = names.map((table) => [
    `GET rows/${table}/:id`,
    (_: unknown, id: string) => viewRow(assembly, table, id),
  ])
  const goneRoutes = names.map((table) => [
    `GET gone/${table}/:id`,
    (_: unknown, id: string) => viewGone(assembly, table, id),
  ])
  return {
    'GET tables': () => names.map((name) => viewTable(assembly, name)),
    'GET tables/:id'(_, name, request) {
      if (!names.includes(name)) throw unknownName('table', name, names)
      return viewPage(assembly, searchFrom(assembly, name, new URL(request.url).searchParams))
    },
    ...(Object.fromEntries([...rowRoutes, ...goneRoutes]) as Routes),
  }
}

function viewTable({ catalog, store }: Assembly, name: string): object {
  const { one, group } = catalog.resources.get(name) as { one: string; group: string }
  return { name, one, group, count: store.size(name), columns: shownColumns(catalog, name) }
}

const shown = (catalog: Assembly['catalog'], table: string): Column[] =>
  catalog.columns(table).filter(({ spec }) => !spec.hidden)

function shownColumns(catalog: Assembly['catalog'], table: string): object[] {
  return shown(catalog, table).map(({ name, spec }) => {
    const { kind, format, options, nullable, via } = spec
    const to = spec.to ?? spec.items?.spec.to
    return { name, kind, format, options, nullable, to, via }
  })
}

function searchFrom(assembly: Assembly, table: string, query: URLSearchParams): Search {
  const after = textIn(query, 'after')
  const by = textIn(query, 'by')
  return {
    table,
    text: textIn(query, 'search') ?? '',
    after: after === undefined ? undefined : idIn(assembly, table, after),
    limit: numberIn(query, 'limit', pageSizeDefault, 1, pageSizeMax),
    newestFirst: textIn(query, 'order') === 'desc',
    under: by === undefined ? undefined : keyFrom(assembly, table, by, query),
  }
}

/** Rows that refer to one: `by` a field, `is` the id, `of` its table where the field does not say. */
function keyFrom(assembly: Assembly, table: string, by: string, query: URLSearchParams) {
  const columns = assembly.catalog.columns(table)
  const column = columns.find(({ name, spec }) => {
    return name === by && (spec.via ?? spec.to ?? spec.items?.spec.to) !== undefined
  })
  if (!column)
    throw unknownName(
      'reference',
      by,
      columns.map(({ name }) => name),
    )
  const { via, to, items } = column.spec
  const target = via ? (textIn(query, 'of') ?? '') : (to ?? items?.spec.to ?? '')
  const id = idIn(assembly, target, textIn(query, 'is') ?? '')
  return { index: by, key: keyOf(via, target, id) }
}

function viewPage(assembly: Assembly, search: Search): object {
  const { rows, next, lookedAt } = findRows(assembly, search)
  const columns = shown(assembly.catalog, search.table)
  return {
    rows: rows.map((row) => shownRow(columns, row)),
    names: namesIn(assembly, search.table, rows),
    next,
    lookedAt,
    count: assembly.store.size(search.table),
  }
}

const shownRow = (columns: readonly Column[], row: Row): object =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name]]))

function viewRow(assembly: Assembly, table: string, text: string): object {
  const id = idIn(assembly, table, text)
  const row = assembly.store.get(table, id)
  if (!row) throw new Problem(404, { message: `There is no row ${text} in ${table}.` })
  const columns = shown(assembly.catalog, table)
  return {
    table,
    id,
    label: labelOf(row),
    row: shownRow(columns, row),
    record: recordOf(assembly, table, id),
    targets: Object.fromEntries(columns.map((column) => [column.name, targetsOf(column, row)])),
    names: namesIn(assembly, table, [row]),
    referrers: referrersOf(assembly, table, id).filter(({ table: from }) => from !== 'api_keys'),
  }
}

/** A row that was deleted, as it was then, as long as the journal knows of it. */
function viewGone(assembly: Assembly, table: string, text: string): object {
  const id = idIn(assembly, table, text)
  const entry = assembly.journal
    .entries()
    .findLast((each) => each['what'] === 'deleted' && each['table'] === table && each['id'] === id)
  if (!entry) {
    const message = `There is no row ${text} in ${table}, and the journal knows of none.`
    throw new Problem(404, { message })
  }
  const row = entry['was'] as Row
  const columns = shown(assembly.catalog, table)
  return {
    label: labelOf(row),
    number: entry.number,
    at: new Date(entry.at).toISOString(),
    row: shownRow(columns, row),
    targets: Object.fromEntries(columns.map((column) => [column.name, targetsOf(column, row)])),
    names: namesIn(assembly, table, [row]),
  }
}

/** An id as the table has it. */
function idIn({ catalog }: Assembly, table: string, text: string): Id {
  const id = catalog.resources.has(table)
    ? catalog.columns(table).find(({ name }) => name === 'id')
    : undefined
  if (id?.spec.kind === 'string') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw new Problem(404, { message: `There is no row "${text}" in ${table || 'no table'}.` })
}
