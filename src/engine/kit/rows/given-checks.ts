/** Validates the values that a test gives for a record. */
import { parseDuration } from '../../clock/duration.ts'
import { fieldOf, type FieldSpec, type Shape } from '../../define/fields.ts'
import { withDistinctIds } from '../../define/body-values.ts'
import { missingReferencePaths } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'
import { zodSchemaOf } from '../../define/zod-schema.ts'
import { toStoredValues } from '../../define/stored-values.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { defined } from '../../errors/defined.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import type { Id } from '../../store/keys.ts'
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import { type RecordOwner, replaceRecords } from '../record-origin.ts'
import { type DateOrigin, resolveDates } from './date-values.ts'

interface ValuesToCheck {
  readonly table: string
  readonly input: RowValues
  /** The action in error messages: `create users`. */
  readonly action: string
  /** The row to update; undefined for a new row. */
  readonly row?: AnyRow
}

/** Returns the stored values; throws for unknown or computed fields, wrong kinds and missing references. */
export function checkValues(
  tx: Tx & RecordOwner,
  catalog: Catalog,
  { table, input, action, row }: ValuesToCheck,
): RowValues {
  const resource = catalog.resources.get(table) as Resource
  assertDefinedReferences(resource, input, action)
  assertKnownMapKeys(tx, resource, input, action)
  const resolved = resolveValues(tx, resource, input, action)
  const values = parseStoredValues({ resource, input: resolved, action, row })
  if (!row && input['id'] !== undefined) assertFreeId(tx, table, input['id'] as Id, action)
  assertReferences(tx, { resource, input: resolved, action })
  assertLimits(tx, resource, values, action)
  return values
}

/** Throws for a reference that is undefined: a misspelt `mia.ID` would create another record. */
function assertDefinedReferences({ shape }: Resource, input: RowValues, action: string): void {
  for (const [name, value] of Object.entries(input)) {
    const spec = fieldOf(shape, name)?.spec
    if (value !== undefined || !(spec?.target ?? spec?.polymorphicTarget)) continue
    throw new EmulatorError('given_refused', {
      action,
      reason: `${name} is undefined`,
      advice: 'Give a record or its id, null for none, or leave it out.',
    })
  }
}

/** Throws for a key of a map that other records determine, such as the custom fields. */
function assertKnownMapKeys(tx: Tx, { shape }: Resource, input: RowValues, action: string): void {
  for (const [name, value] of Object.entries(input)) {
    const known = fieldOf(shape, name)?.spec.keysOf?.(tx) ?? []
    // Note: a test without custom fields may use any.
    if (known.length === 0 || !isObject(value)) continue
    const unknown = Object.keys(value).find((key) => !known.includes(key))
    if (unknown !== undefined) throw unknownNameError(`key of ${name}`, unknown, known, action)
  }
}

/** Replaces records in the values by their ids, and dates by their texts. */
export const resolveValues = (
  tx: DateOrigin & RecordOwner,
  resource: Resource,
  input: RowValues,
  action: string,
): RowValues =>
  resolveDates(tx, resource.shape, replaceRecordsInValues(tx, resource, input, action), action)

function replaceRecordsInValues(
  owner: RecordOwner,
  { shape }: Resource,
  input: RowValues,
  action: string,
): RowValues {
  const values: Record<string, unknown> = { ...input }
  for (const [name, value] of Object.entries(input)) {
    const field = fieldOf(shape, name)
    if (field && typeof value === 'object')
      values[name] = replaceRecords(owner, field, value, { name, action, siblings: input })
  }
  return values
}

/** The largest id of a record that a test gives. Later records have higher ids, which must stay exact. */
const givenIdMax = 1_000_000_000_000

/** Throws for an id out of range. */
export function assertIdInRange(id: Id | undefined, action: string): void {
  if (typeof id === 'number' ? id < 1 : id === '') {
    throw givenValueRefused(action, `its id is ${quoteValue(id)}, and ids begin at 1`)
  }
  if (typeof id === 'number' && id > givenIdMax) {
    throw givenValueRefused(action, `its id is ${id}, and the largest id is ${givenIdMax}`)
  }
}

/** Throws for an invalid id and for an id that another record has. */
function assertFreeId(tx: Tx, table: string, id: Id, action: string): void {
  assertIdInRange(id, action)
  if (tx.find(table, id)) throw givenValueRefused(action, `a record with the id ${id} exists`)
}

interface ResourceValues extends Pick<ValuesToCheck, 'input' | 'action'> {
  readonly resource: Resource
  readonly row: AnyRow | undefined
}

/**
 * Parses the values and converts them to stored values. A value that is undefined is not given. Does not check
 * references.
 */
export function parseStoredValues({
  resource,
  input: given,
  action,
  row,
}: ResourceValues): RowValues {
  const { name: table, shape } = resource
  const known = Object.keys(shape).filter((name) => !shape[name]?.spec.computed)
  for (const name of Object.keys(given)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec && /^(count|amount|times|n)$/.test(name) && typeof given[name] === 'number')
      throw givenValueRefused(
        action,
        `there is no field of ${table} "${name}"`,
        `Give a number of records before the values: given("${table}", ${given[name]}, { … }).`,
      )
    if (!spec) throw unknownNameError(`field of ${table}`, name, known, action)
    if (spec.computed) {
      const advice =
        'id' in given
          ? 'For a copy of a record, give only the fields that differ.'
          : row
            ? 'Change those records instead.'
            : 'Create those records instead.'
      throw computedFieldError(name, spec, action, advice)
    }
  }
  const input = defined(given)
  const result = zodSchemaOf(shape).safeParse(input)
  const issue = result.error?.issues[0]
  if (issue) {
    const reason = `${issue.path.join('.')} ${issue.message}`
    throw givenValueRefused(action, reason, relativeDateAdvice(shape, input, issue.path))
  }
  return toStoredValues(shape, withDistinctIds(shape, result.data as RowValues), row)
}

/** The advice for a duration, or a date in words, in a field that holds a day or a moment. */
function relativeDateAdvice(
  shape: Shape,
  input: RowValues,
  [name]: readonly PropertyKey[],
): string | undefined {
  const { format } = fieldOf(shape, String(name))?.spec ?? {}
  const value = input[String(name)]
  const isDate = format === 'date' || format === 'timestamp'
  if (!isDate || typeof value !== 'string') return undefined
  if (parseDuration(value) !== undefined) return `For a relative date, give "+${value}".`
  return /^\W*(\d{1,3}\W*)?[a-z]/i.test(value)
    ? 'For a relative date, give a text such as "+2w" or "-30d".'
    : undefined
}

/** The error for a value of a computed field. `advice` applies if the field shows no single stored field. */
export function computedFieldError(
  name: string,
  { computedFrom }: FieldSpec,
  action: string,
  advice: string,
): EmulatorError {
  return new EmulatorError('computed_field', {
    action,
    reason: `${name} is computed from ${computedFrom ?? 'other records'}`,
    advice: computedFrom === undefined ? advice : `Give ${computedFrom} instead.`,
  })
}

/** Throws for a reference to a record that does not exist. */
export function assertReferences(
  tx: Tx,
  { resource, input, action }: Omit<ResourceValues, 'row'>,
): void {
  for (const [name, value] of Object.entries(input)) {
    const spec = resource.shape[name]?.spec
    if (!spec || missingReferencePaths(tx, spec, { path: name, value }).length === 0) continue
    throw givenValueRefused(action, `${name} ${String(value)} does not exist`)
  }
}

/** Throws for a number beyond the limit that the service has for it. */
function assertLimits(tx: Tx, { shape }: Resource, values: RowValues, action: string): void {
  for (const [name, value] of Object.entries(values)) {
    const check = value === null ? undefined : shape[name]?.spec.limit?.check
    const [message] = Object.values(check?.(tx, value as never) ?? {})
    if (message !== undefined) throw givenValueRefused(action, `${name} ${message}`)
  }
}

export const givenValueRefused = (
  action: string,
  reason: string,
  advice = 'Give another value, or omit it and the emulator generates one.',
): EmulatorError => new EmulatorError('given_refused', { action, reason, advice })
