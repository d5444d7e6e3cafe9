/** What the control plane tells of tables and rows, as the page takes it. */
import type { Referrers } from '../../api/row-relations.ts'

export type RowId = number | string

export interface ColumnView {
  readonly name: string
  readonly kind: string
  readonly format?: string
  readonly to?: string
  readonly via?: { readonly field: string; readonly tables: Readonly<Record<string, string>> }
}

export interface TableView {
  readonly name: string
  readonly one: string
  readonly count: number
  readonly columns: readonly ColumnView[]
}

export type RowView = Readonly<Record<string, unknown>> & { readonly id: RowId }

/** What the rows that are referred to are called, by table and id. */
export type Names = Readonly<Record<string, string>>

export interface RowPageView {
  readonly rows: readonly RowView[]
  readonly names: Names
  readonly next: RowId | null
  readonly lookedAt: number
  readonly count: number
}

export interface RowDetails {
  readonly label: string
  readonly row: RowView
  readonly record: Readonly<Record<string, unknown>>
  readonly targets: Readonly<Record<string, readonly { table: string; id: RowId }[]>>
  readonly names: Names
  readonly referrers: readonly Referrers[]
}

/** A row that was deleted, as it was then. */
export interface DeletedRow extends Pick<RowDetails, 'label' | 'row' | 'targets' | 'names'> {
  readonly at: string
  /** The entry of the journal that tells of it. */
  readonly number: number
}

/** The table that a field of a row leads to. */
export function referencedTable({ to, via }: ColumnView, row: RowView): string | undefined {
  return via ? via.tables[String(row[via.field])] : to
}
