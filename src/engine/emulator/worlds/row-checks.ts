/** Checks the rows of a saved world: their values, their ids and their references. */
import type { FieldSpec, Shape } from '../../define/fields.ts'
import { referenceTarget } from '../../define/references.ts'
import { storedValueCheck } from '../../define/stored-value-checks.ts'
import { quoteValue } from '../../errors/argument-checks.ts'
import { damagedWorldError } from '../../store/codecs.ts'
import { isCount, type JsonCheck } from '../../errors/json-checks.ts'
import type { TableJson, TablesJson } from '../../store/table-codec.ts'
import type { Catalog } from '../../model/catalog.ts'

/** Texts that the emulator parses when it reads the row. */
const parsedTexts: Readonly<Record<string, string>> = { webhook_notifications: 'body' }

/** Throws for a value that its field cannot have, and for a reference to a row that does not exist. */
export function assertRows(tables: TablesJson, catalog: Catalog): void {
  const idsOf = new Map(Object.entries(tables).map(([name, table]) => [name, idsIn(table)]))
  for (const [name, table] of Object.entries(tables)) {
    if (!isCount(table.lastId)) throw damagedWorldError(`the last id of ${name} is not valid`)
    const shape = catalog.resources.get(name)?.shape ?? {}
    assertValues(name, table, shape)
    assertReferences(name, table, { shape, idsOf, catalog })
  }
}

const idsIn = ({ columns, rows }: TableJson): ReadonlySet<unknown> => {
  const position = columns.indexOf('id')
  return new Set(rows.map((row) => row[position]))
}

function assertValues(table: string, { columns, rows }: TableJson, shape: Shape): void {
  const checks = columns.map((name) => checkOf(table, name, shape[name]?.spec))
  for (const row of rows) {
    for (let i = 0; i < columns.length; i += 1) {
      if (checks[i]?.(row[i]) !== false) continue
      throw damagedWorldError(
        `\`${columns[i]}\` of a row of ${table} is ${quoteValue(row[i]).slice(0, 100)}`,
      )
    }
  }
}

function checkOf(table: string, name: string, spec: FieldSpec | undefined): JsonCheck | undefined {
  if (!spec) return undefined
  return parsedTexts[table] === name ? isJsonObject : storedValueCheck(spec)
}

const isJsonObject: JsonCheck = (text) => {
  try {
    const value: unknown = JSON.parse(text as string)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

interface ReferenceChecks {
  readonly shape: Shape
  readonly idsOf: ReadonlyMap<string, ReadonlySet<unknown>>
  readonly catalog: Catalog
}

function assertReferences(
  table: string,
  { columns, rows }: TableJson,
  { shape, idsOf, catalog }: ReferenceChecks,
): void {
  const references = columns.flatMap((name, i) => {
    const spec = shape[name]?.spec
    return spec?.target !== undefined ||
      spec?.items?.spec.target !== undefined ||
      spec?.polymorphicTarget
      ? [{ name, i, spec }]
      : []
  })
  if (references.length === 0) return
  for (const row of rows) {
    const values = Object.fromEntries(columns.map((name, i) => [name, row[i]]))
    for (const { name, i, spec } of references) {
      const target = spec.items?.spec.target ?? referenceTarget(spec, values)
      if (target === undefined || catalog.resources.get(target)?.keepReferences) continue
      const ids = Array.isArray(row[i]) ? (row[i] as unknown[]) : [row[i]]
      const missing = ids.find((id) => id !== null && !idsOf.get(target)?.has(id))
      if (missing === undefined) continue
      throw damagedWorldError(
        `\`${name}\` of a row of ${table} refers to ${target} ${quoteValue(missing)}, which does not exist`,
      )
    }
  }
}
