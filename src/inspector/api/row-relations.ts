/** Says what a row is called, which rows it refers to and which refer to it. */
import type { Assembly } from '../../emulator/context.ts'
import type { Id, Key } from '../../machine/keys.ts'
import type { Row } from '../../machine/table.ts'
import type { Column, Reference } from '../../model/catalog.ts'

/** Beyond this many, rows that refer to one are not counted any more. */
export const countedMax = 1_000

export interface RowName {
  readonly table: string
  readonly id: Id
  readonly label: string
}

export interface Referrers {
  readonly table: string
  readonly field: string
  /** At most `countedMax`. */
  readonly count: number
  readonly first: readonly RowName[]
  /** Where the reference names its table as well: that table. */
  readonly of?: string
}

const namings = [
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

/** What a person would call a row; empty where it has nothing like a name. */
export function labelOf(row: Row): string {
  if (typeof row['first_name'] === 'string') {
    return [row['first_name'], row['last_name']].filter(Boolean).join(' ')
  }
  const naming = namings.find((name) => typeof row[name] === 'string' && row[name] !== '')
  return naming ? String(row[naming]).slice(0, 80) : ''
}

/** The rows that a field of a row leads to. */
export function targetsOf({ name, spec }: Column, row: Row): { table: string; id: Id }[] {
  const value = row[name]
  if (value === null || value === undefined) return []
  const table = spec.via ? spec.via.tables[row[spec.via.field] as string] : spec.to
  if (table !== undefined) return [{ table, id: value as Id }]
  const to = spec.items?.spec.to
  return to === undefined ? [] : (value as Id[]).map((id) => ({ table: to, id }))
}

/** The names of everything that these rows refer to, by table and id. */
export function namesIn(
  { store, catalog }: Assembly,
  table: string,
  rows: readonly Row[],
): Record<string, string> {
  const names: Record<string, string> = {}
  for (const column of catalog.columns(table)) {
    for (const target of rows.flatMap((row) => targetsOf(column, row))) {
      const found = store.get(target.table, target.id)
      if (found) names[`${target.table} ${target.id}`] ??= labelOf(found)
    }
  }
  return names
}

export function referrersOf(assembly: Assembly, table: string, id: Id): Referrers[] {
  return assembly.catalog
    .referring(table)
    .map((reference) => referrersBy(assembly, reference, table, id))
    .filter(({ count }) => count > 0)
}

function referrersBy(
  { store }: Assembly,
  { table, field, via }: Reference,
  to: string,
  id: Id,
): Referrers {
  const first: RowName[] = []
  let count = 0
  for (const row of store.walk(table, { index: field, prefix: keyOf(via, to, id) })) {
    if (first.length < 5) first.push({ table, id: row.id, label: labelOf(row) })
    count += 1
    if (count === countedMax) break
  }
  return { table, field, count, first, ...(via && { of: to }) }
}

/** Where a row stands in the index of those that refer to it. */
export const keyOf = (via: unknown, table: string, id: Id): Key => (via ? [table, id] : [id])
