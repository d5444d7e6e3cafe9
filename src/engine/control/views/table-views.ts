/** Shows tables, pages of rows, single rows and deleted rows. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { findRecord } from '../../emulator/methods/record-queries.ts'
import { redactParts } from '../../journal/redaction.ts'
import { Problem } from '../../define/problems.ts'
import type { Id } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'
import type { Column } from '../../model/catalog.ts'
import {
  type Referrers,
  labelOf,
  referencedLabels,
  referencedRows,
  referrersOf,
} from './row-relations.ts'
import { type RowSearch, searchRows } from './row-search.ts'
import { defined } from '../../errors/defined.ts'

export type RowId = Id

export interface ColumnView {
  readonly name: string
  readonly kind: string
  readonly format?: string
  readonly options?: readonly string[]
  readonly nullable?: boolean
  /** The table that the column references. */
  readonly to?: string
  /** For a polymorphic reference: the column that names the table, and the tables by its values. */
  readonly via?: { readonly field: string; readonly tables: Readonly<Record<string, string>> }
}

export interface TableView {
  readonly name: string
  readonly singular: string
  readonly group: string
  readonly count: number
  readonly columns: readonly ColumnView[]
}

export type RowView = Readonly<Record<string, unknown>> & { readonly id: RowId }

/** The labels of referenced rows, by table and id: `users 5`. */
export type RowLabels = Readonly<Record<string, string>>

export interface RowPageView {
  readonly rows: readonly RowView[]
  /** Also the labels of the rows themselves. */
  readonly names: RowLabels
  /** The id to continue after; null at the end. */
  readonly next: RowId | null
  /** The number of rows that the search has read. */
  readonly lookedAt: number
  /** The number of rows in the table. */
  readonly count: number
}

/** The rows that each column of a row references. */
type RowTargets = Readonly<
  Record<string, readonly { readonly table: string; readonly id: RowId }[]>
>

export interface RowDetails {
  readonly table: string
  readonly id: RowId
  readonly label: string
  readonly row: RowView
  /** The row as the API returns it. */
  readonly record: unknown
  readonly targets: RowTargets
  readonly names: RowLabels
  readonly referrers: readonly Referrers[]
}

/** A row at the moment of its deletion. */
export interface DeletedRow extends Pick<RowDetails, 'label' | 'row' | 'targets' | 'names'> {
  readonly at: string
  /** The number of the journal entry that records the deletion. */
  readonly number: number
}

export function viewTable({ catalog, store }: EmulatorContext, name: string): TableView {
  const { singular, group } = catalog.resources.get(name) as { singular: string; group: string }
  const columns = visibleColumns(catalog, name).map(viewColumn)
  return { name, singular, group, count: store.size(name), columns }
}

function viewColumn({ name, spec }: Column): ColumnView {
  const { kind, format, options, nullable, polymorphicTarget } = spec
  const to = spec.target ?? spec.items?.spec.target
  return {
    name,
    kind,
    ...(format && { format }),
    ...defined({ options, nullable, to, via: polymorphicTarget }),
  }
}

const visibleColumns = (catalog: EmulatorContext['catalog'], table: string): Column[] =>
  catalog.columns(table).filter(({ spec }) => !spec.hidden)

export function viewRowPage(context: EmulatorContext, search: RowSearch): RowPageView {
  const { rows, next, lookedAt } = searchRows(context, search)
  const columns = visibleColumns(context.catalog, search.table)
  return {
    rows: rows.map((row) => visibleFields(columns, row)),
    names: {
      ...referencedLabels(context, search.table, rows),
      ...Object.fromEntries(rows.map((row) => [`${search.table} ${row.id}`, labelOf(row)])),
    },
    next,
    lookedAt,
    count: context.store.size(search.table),
  }
}

const visibleFields = (columns: readonly Column[], row: Row): RowView =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name]])) as RowView

/** @throws Problem 404 if the table does not contain the row */
export function viewRow(context: EmulatorContext, table: string, text: string): RowDetails {
  const id = parseRowId(context, table, text)
  const row = context.store.get(table, id)
  if (!row) throw new Problem(404, { message: `There is no row ${text} in ${table}.` })
  return {
    table,
    id,
    ...describeRow(context, table, row),
    record: findRecord(context, table, id),
    referrers: referrersOf(context, table, id).filter(({ table: from }) => from !== 'api_keys'),
  }
}

function describeRow(context: EmulatorContext, table: string, row: Row) {
  const columns = visibleColumns(context.catalog, table)
  const targets = columns.map((column) => [column.name, referencedRows(column, row)] as const)
  return {
    label: labelOf(row),
    row: visibleFields(columns, row),
    targets: Object.fromEntries(targets),
    names: referencedLabels(context, table, [row]),
  }
}

/** @throws Problem 404 if the journal does not contain the deletion of the row */
export function viewDeletedRow(context: EmulatorContext, table: string, text: string): DeletedRow {
  const id = parseRowId(context, table, text)
  const entry = context.journal
    .entries()
    .flatMap((each) => (each.kind === 'change' ? [each] : []))
    .findLast((each) => each.change === 'deleted' && each.table === table && each.id === id)
  const before = entry?.values?.value?.before
  if (!entry || !before) {
    const message = `There is no row ${text} in ${table}, and the journal does not record its deletion.`
    throw new Problem(404, { message })
  }
  const { number, at } = entry
  return {
    number,
    at: new Date(at).toISOString(),
    ...describeRow(context, table, redactParts(before as Row)),
  }
}

/** Parses an id as the table stores it: a number or a string. */
export function parseRowId({ catalog }: EmulatorContext, table: string, text: string): Id {
  const id = catalog.resources.has(table)
    ? catalog.columns(table).find(({ name }) => name === 'id')
    : undefined
  if (id?.spec.kind === 'string') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw new Problem(404, { message: `There is no row "${text}" in ${table || 'no table'}.` })
}
