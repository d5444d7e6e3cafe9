/**
 * Numbers the rows of a generated world in the order of their creation, as the calls of the API would have done.
 *
 * Recipes identify a row by the number that it is generated with, so that more rows of one resource change no
 * others. Afterwards the ids of all tables, and the references to them, follow the times of creation.
 */
import { fieldOf, type FieldSpec } from '../../define/fields.ts'
import type { LooseRow } from '../../define/recipe.ts'
import { referenceTarget, shapeFor } from '../../define/references.ts'
import type { DemoLocale } from '../../service-types.ts'
import { sortIndexName } from '../../define/verbs/list-rows.ts'
import type { Catalog } from '../../model/catalog.ts'
import { lazyTables, type Store, type Tables } from '../../store/store.ts'
import type { Row } from '../../store/table.ts'

/** The id of each row by its number, for each table whose rows have other ids. */
type IdsByTable = ReadonlyMap<string, ReadonlyMap<unknown, number>>

export function inCreationOrder(
  store: Pick<Store, 'scan'>,
  catalog: Catalog,
  locale: DemoLocale | undefined,
): Tables {
  const names = [...catalog.resources.keys()].sort((a, b) => catalog.rank(a) - catalog.rank(b))
  const rows = new Map(names.map((name) => [name, [...store.scan(name)].sort(byCreation)] as const))
  const ids: IdsByTable = new Map(
    names.map((name) => [name, new Map(rows.get(name)?.map(({ id }, i) => [id, i + 1]))]),
  )
  const numbered = new Map<string, readonly Row[]>()
  for (const name of names) {
    const number = createNumbering(name, catalog, { ids, numbered, locale })
    numbered.set(name, (rows.get(name) as Row[]).map(number))
  }
  const filled = [...numbered].filter(([, all]) => all.length > 0)
  return lazyTables(
    catalog.schema,
    Object.fromEntries(filled.map(([name, all]) => [name, () => all])),
  )
}

/** Rows without a time stay in the order of their numbers. */
const byCreation = (a: Row, b: Row): number => {
  const [before, after] = [a['created_at'] as string, b['created_at'] as string]
  return before < after ? -1 : before > after ? 1 : 0
}

interface Numbering {
  readonly ids: IdsByTable
  /** The rows of the tables that are numbered. */
  readonly numbered: ReadonlyMap<string, readonly Row[]>
  readonly locale: DemoLocale | undefined
}

function createNumbering(
  table: string,
  catalog: Catalog,
  { ids, numbered, locale }: Numbering,
): (row: Row) => Row {
  const columns = catalog.columns(table)
  const adapted = Object.entries(catalog.resources.get(table)?.recipe?.numbered ?? {})
  const hasPosition = catalog.schema.tables
    .get(table)
    ?.indexes.some(({ name }) => name === sortIndexName('position'))
  const find = (target: string, id: number | null): LooseRow | undefined =>
    id === null ? undefined : numbered.get(target)?.[id - 1]
  return (original) => {
    const row: Record<string, unknown> = Object.assign({}, original)
    if (typeof original.id === 'number') row['id'] = ids.get(table)?.get(original.id)
    for (const { name, spec } of columns)
      row[name] = withIds(spec, row[name], { row: original, ids })
    if (hasPosition && row['position'] === original.id) row['position'] = row['id']
    for (const [name, adapt] of adapted) row[name] = adapt({ row, original, locale, find })
    return Object.freeze(row) as Row
  }
}

interface ValuePlace {
  /** The values beside the value, which tell the table of a reference. */
  readonly row: LooseRow
  readonly ids: IdsByTable
}

/** Returns a value with the ids of the referenced rows, also in lists and nested objects. */
function withIds(spec: FieldSpec, value: unknown, place: ValuePlace): unknown {
  if (value === null || value === undefined || typeof value === 'string') return value
  const target = referenceTarget(spec, place.row)
  if (target !== undefined) return place.ids.get(target)?.get(value) ?? value
  const { items } = spec
  if (items && Array.isArray(value)) return value.map((each) => withIds(items.spec, each, place))
  const shape = shapeFor(spec, value)
  if (!shape || typeof value !== 'object') return value
  const row = value as LooseRow
  return Object.fromEntries(
    Object.entries(row).map(([name, part]) => {
      const field = fieldOf(shape, name)
      return [name, field ? withIds(field.spec, part, { ...place, row }) : part]
    }),
  )
}
