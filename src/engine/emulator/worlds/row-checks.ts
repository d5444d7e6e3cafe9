/** Checks the rows of a saved world: their values, their ids and their references. */
import type { FieldSpec, Shape, Field, FieldFormat } from '../../define/fields.ts'
import { referenceTarget } from '../../define/references.ts'
import { suggestedNames } from '../../errors/near-names.ts'
import { quoteValue, isObject } from '../../errors/argument-checks.ts'
import { damagedWorldError } from '../../store/codecs.ts'
import { isCount, type JsonCheck, isFlag, isInteger, isText } from '../../errors/json-checks.ts'
import type { TableJson, TablesJson } from '../../store/table-codec.ts'
import type { Catalog } from '../../model/catalog.ts'
import { resolveTimeZone } from '../../clock/time-zone.ts'
import { isCalendarDay, parseIsoTimestampMs } from '../../clock/timestamps.ts'

/** Texts that the emulator parses when it reads the row. */
const parsedTexts: Readonly<Record<string, string>> = { webhook_notifications: 'body' }

const valueAdvice = 'Correct the value, or save the world again.'

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
      const [near] = suggestedNames(String(row[i]), shape[columns[i] as string]?.spec.options ?? [])
      throw damagedWorldError(
        `\`${columns[i]}\` of a row of ${table} is ${quoteValue(row[i]).slice(0, 100)}`,
        near === undefined ? valueAdvice : `Did you mean "${near}"?`,
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
        valueAdvice,
      )
    }
  }
}

/** Returns the check of a stored value. */
export function storedValueCheck(spec: FieldSpec): JsonCheck {
  const isValue = kindCheck(spec)
  return spec.nullable ? (value) => value === null || isValue(value) : isValue
}

function kindCheck(spec: FieldSpec): JsonCheck {
  switch (spec.kind) {
    case 'integer':
      return isInteger
    case 'number':
      return Number.isFinite
    case 'string':
      return spec.format === undefined ? isText : textCheck(formatChecks[spec.format])
    case 'boolean':
      return isFlag
    case 'enum':
      return (value) => spec.options?.includes(value as string) ?? false
    case 'array': {
      const isItem = storedValueCheck((spec.items as Field).spec)
      return (value) => Array.isArray(value) && value.every(isItem)
    }
    case 'map': {
      const isItem = storedValueCheck((spec.items as Field).spec)
      return (value) => isObject(value) && Object.values(value).every(isItem)
    }
    case 'object':
      return shapeCheck(spec.shape ?? {})
    case 'variant':
      return variantCheck(spec)
    case 'json':
      return isObject
    case 'value':
      return isCustomValue
  }
}

const textCheck =
  (hasFormat: (text: string) => boolean): JsonCheck =>
  (value) =>
    typeof value === 'string' && hasFormat(value)

// Note: the checks accept what a computation on the text accepts, not only what a body accepts.
const formatChecks: Readonly<Record<FieldFormat, (text: string) => boolean>> = {
  date: isCalendarDay,
  timestamp: (text) => parseIsoTimestampMs(text) !== undefined,
  decimal: (text) => /^-?\d{1,15}\.\d{2}$/.test(text),
  uri: (text) => URL.canParse(text),
  time_zone: (text) => resolveTimeZone(text) !== undefined,
  email: () => true,
  uuid: () => true,
}

/** An object with the fields of a shape. A field that is optional in a body can be absent. */
function shapeCheck(shape: Shape): JsonCheck {
  const checks = Object.entries(shape).map(
    ([name, { spec }]) => [name, spec.required ?? false, storedValueCheck(spec)] as const,
  )
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
    checks.every(([name, isRequired, isPart]) =>
      Object.hasOwn(value, name) ? value[name] === null || isPart(value[name]) : !isRequired,
    )
}

function variantCheck({ variants = {}, discriminator = '' }: FieldSpec): JsonCheck {
  const checks = new Map(
    Object.entries(variants).map(([name, shape]) => [name, shapeCheck(shape)] as const),
  )
  return (value) => {
    if (!isObject(value)) return false
    const { [discriminator]: name, ...parts } = value
    return checks.get(name as string)?.(parts) ?? false
  }
}

/** The value of a custom field. */
const isCustomValue: JsonCheck = (value) =>
  value === null ||
  isText(value) ||
  Number.isFinite(value) ||
  isFlag(value) ||
  (Array.isArray(value) && value.every(isText))
