/** `emulator.row` and `emulator.rows`: reads records as the service serializes them. */
import { type FieldKind, fieldOf } from '../../define/fields.ts'
import { unknownResourceError } from '../../model/unknown-name.ts'
import type { AnyRow } from '../../define/tx.ts'
import type { Resource } from '../../define/resource.ts'
import { trackedRecordsMax, trackRecord } from '../../kit/record-origin.ts'
import { computedFieldError, resolveValues } from '../../kit/rows/given-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Records, Rows } from '../../service-types.ts'
import { isMatcher, isPromise, quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { assertKnownFields } from '../reports/query-checks.ts'
import { noteEvidence } from '../reports/evidence-reads.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import type { GivenValues, ResourceName } from '../record-types.ts'

/** Selects records, such as a `Query` of @msw/data. */
export interface RecordPredicate<T> {
  /** Whether the record is selected. */
  test(record: T): boolean
}

/** Selects records: by the values of stored fields, with a function, or with a query. */
export type RecordFilter<N extends ResourceName> =
  GivenValues<N> | ((record: Records[N]) => boolean) | RecordPredicate<Records[N]>

export class RecordQueryMethodGroup extends MethodGroup {
  row<N extends ResourceName>(resource: N, id: Rows[N]['id']): Records[N] | undefined {
    assertRecordId(findResource(this.context.catalog, resource), id)
    return findRecord(this.context, resource, id) as never
  }

  rows<N extends ResourceName>(resource: N, where?: RecordFilter<N>): Records[N][] {
    noteEvidence(this.context)
    if (typeof where === 'function')
      return filterRecords(this.context, resource, where as never) as never
    if (where && isRecordPredicate(where)) {
      return filterRecords(this.context, resource, (each) => where.test(each as never)) as never
    }
    if (where !== undefined) assertStoredFields(findResource(this.context.catalog, resource), where)
    return findRecords(this.context, resource, { ...where }) as never
  }
}

const isRecordPredicate = <T>(where: object | null): where is RecordPredicate<T> =>
  typeof (where as RecordPredicate<T> | null)?.test === 'function'

/** Throws for an id of another type, which no record has. */
function assertRecordId({ name, shape }: Resource, id: unknown): void {
  const type = shape['id']?.spec.kind === 'string' ? 'string' : 'number'
  if (type === 'string' ? typeof id === 'string' : Number.isSafeInteger(id)) return
  throw new EmulatorError('bad_query', {
    action: `find a record of ${name}`,
    reason: id === undefined ? 'its id is missing' : `its id is ${quoteValue(id)}`,
    advice: `An id of ${name} is ${type === 'string' ? 'a string' : 'a whole number'}. For a filter, use \`rows\`.`,
  })
}

/** The kinds of fields with a value that equals no other. */
const structuredKinds: readonly unknown[] = [
  'array',
  'object',
  'map',
  'variant',
  'json',
] satisfies FieldKind[]

/** Throws for an unknown field, a computed field, which no row stores, and a value that no row equals. */
function assertStoredFields(resource: Resource, where: object): void {
  assertKnownFields(resource, where)
  for (const [name, value] of Object.entries(where)) {
    const spec = fieldOf(resource.shape, name)?.spec
    const action = `find ${resource.name}`
    const advice = `Give a function: rows("${resource.name}", (record) => …).`
    if (spec?.computed) throw computedFieldError(name, spec, action, advice)
    const isStructured = structuredKinds.includes(spec?.kind) && value !== null
    const isList = Array.isArray(value) && spec?.target === undefined
    if (isStructured || isList || isMatcher(value))
      throw new EmulatorError('bad_query', {
        action,
        reason: isStructured
          ? `the values of ${name} are lists or objects, which a filter does not compare`
          : `${name} is ${isList ? 'a list' : 'a pattern'}, and a filter has one value`,
        advice,
      })
  }
}

/** The records of a resource whose stored fields have these values. */
export function findRecords(
  { model, serializer, settings, history }: EmulatorContext,
  resource: string,
  where: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  const resourceSpec = findResource(settings.catalog, resource)
  const records = model.read((tx) => {
    const fieldValues = resolveValues(tx, resourceSpec, where, `find ${resource}`)
    return (tx.where(resource, fieldValues) as AnyRow[]).map((row) =>
      serializer().serialize(tx, resource, row),
    )
  })
  if (records.length <= trackedRecordsMax)
    for (const record of records) trackRecord({ history }, resource, record)
  return records
}

// Note: a list of all records of a large table, of which few are selected, would fill the memory.
/** The records of a resource that a function selects. */
function filterRecords(
  { model, serializer, settings, store, history }: EmulatorContext,
  resource: string,
  selects: (record: Record<string, unknown>) => unknown,
): Record<string, unknown>[] {
  findResource(settings.catalog, resource)
  const isTracked = store.size(resource) <= trackedRecordsMax
  return model.read((tx) => {
    const found: Record<string, unknown>[] = []
    for (const row of store.scan(resource)) {
      const record = serializer().serialize(tx, resource, row)
      if (isTracked) trackRecord({ history }, resource, record)
      if (isSelectedBy(resource, selects, selects(record))) found.push(record)
    }
    return found
  })
}

/** An arrow function with a block that returns nothing. */
const isWithoutReturn = (selects: object): boolean =>
  /^[^=]*=>\s*\{(?![^]*\breturn\b)/.test(String(selects))

/**
 * Whether the result of a function selects a record.
 *
 * @throws EmulatorError for a promise, which would select each record, and for a function that returns nothing
 */
export function isSelectedBy(resource: string, selects: object, result: unknown): boolean {
  const isAsync = isPromise(result)
  if (!isAsync && (result !== undefined || !isWithoutReturn(selects))) return Boolean(result)
  throw new EmulatorError('bad_query', {
    action: `find ${resource}`,
    reason: `the function that selects records returns ${isAsync ? 'a promise' : 'nothing'}`,
    advice: isAsync
      ? 'Give a function without `async`.'
      : 'Return the condition, or leave out the braces.',
  })
}

export function findRecord(
  { model, serializer, settings, store, history }: EmulatorContext,
  resource: string,
  id: number | string,
): Record<string, unknown> | undefined {
  findResource(settings.catalog, resource)
  const row = store.get(resource, id)
  return (
    row &&
    trackRecord(
      { history },
      resource,
      model.read((tx) => serializer().serialize(tx, resource, row)),
    )
  )
}

export function findResource(catalog: Catalog, name: string): Resource {
  const found = catalog.resources.get(name)
  if (!found) throw unknownResourceError(name, catalog)
  return found
}
