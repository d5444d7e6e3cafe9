/** Finds the label of a row, the rows that it references and the rows that reference it. */
import type { EmulatorContext } from '../../emulator/context.ts'
import type { Id, Key } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'
import type { Column, Reference } from '../../model/catalog.ts'

/** The count of referrers of one reference stops at this number. */
const referrersCountMax = 1_000

interface RowName {
  readonly table: string
  readonly id: Id
  readonly label: string
}

export interface Referrers {
  readonly table: string
  readonly field: string
  /** At most `referrersCountMax`. */
  readonly count: number
  /** The first referrers. */
  readonly first: readonly RowName[]
  /** For a polymorphic reference: the referenced table. */
  readonly target?: string
}

const labelFields = [
  'name',
  'title',
  'full_name',
  'first_name',
  'email',
  'code',
  'url',
  'event',
  'text',
]

/** Returns the name, title or similar field of a row; empty if it has none. */
export function labelOf(row: Row): string {
  if (typeof row['first_name'] === 'string') {
    return [row['first_name'], row['last_name']].filter(Boolean).join(' ')
  }
  const labelField = labelFields.find((name) => typeof row[name] === 'string' && row[name] !== '')
  return labelField ? String(row[labelField]).slice(0, 80) : ''
}

/** Returns the rows that a field of a row references. */
export function referencedRows({ name, spec }: Column, row: Row): { table: string; id: Id }[] {
  const value = row[name]
  if (value === null || value === undefined) return []
  const table = spec.polymorphicTarget
    ? spec.polymorphicTarget.tables[row[spec.polymorphicTarget.field] as string]
    : spec.target
  if (table !== undefined) return [{ table, id: value as Id }]
  const to = spec.items?.spec.target
  return to === undefined ? [] : (value as Id[]).map((id) => ({ table: to, id }))
}

/** Returns the labels of all rows that `rows` reference, by table and id. */
export function referencedLabels(
  { store, catalog }: EmulatorContext,
  table: string,
  rows: readonly Row[],
): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const column of catalog.columns(table)) {
    for (const target of rows.flatMap((row) => referencedRows(column, row))) {
      const found = store.get(target.table, target.id)
      if (found) labels[`${target.table} ${target.id}`] ??= labelOf(found)
    }
  }
  return labels
}

/** Returns the references to a row, with counts and the first referrers. */
export function referrersOf(context: EmulatorContext, table: string, id: Id): Referrers[] {
  return context.catalog
    .referencesTo(table)
    .map((reference) => referrersBy(context, reference, table, id))
    .filter(({ count }) => count > 0)
}

function referrersBy(
  { store }: EmulatorContext,
  { table, field, polymorphicTarget }: Reference,
  to: string,
  id: Id,
): Referrers {
  const first: RowName[] = []
  let count = 0
  for (const row of store.scan(table, {
    index: field,
    prefix: referrerIndexKey(polymorphicTarget, to, id),
  })) {
    if (first.length < 5) first.push({ table, id: row.id, label: labelOf(row) })
    count += 1
    if (count === referrersCountMax) break
  }
  return { table, field, count, first, ...(polymorphicTarget && { target: to }) }
}

/** Returns the key of a row in the index of a reference to it. */
export const referrerIndexKey = (via: unknown, table: string, id: Id): Key =>
  via ? [table, id] : [id]
