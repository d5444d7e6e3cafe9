/** Looks rows up as the service would show them, for tests: needs no token and counts nowhere. */
import type { AnyRow } from '../../define/tx.ts'
import type { Resource } from '../../define/resource.ts'
import { trackRecord } from '../../kit/record-origin.ts'
import { replaceRecordsInValues } from '../../kit/rows/given-checks.ts'
import { unknownNameError } from '../../machine/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Records, Rows } from '../../generated/rows.ts'
import { assertKnownFields } from '../reports/query-checks.ts'
import type { EmulatorContext } from '../context.ts'
import type { GivenValues, ResourceName } from '../emulator-api.ts'

/** Says which records are meant, such as a `Query` of @msw/data. */
export interface RecordPredicate<T> {
  /** Whether this record is meant. */
  test(record: T): boolean
}

export interface RecordQueryMethods {
  /** The record as the service would answer it, or undefined. Needs no token and counts nowhere. */
  row<N extends ResourceName>(resource: N, id: Rows[N]['id']): Records[N] | undefined
  /**
   * The records whose stored fields have these values, by id, or those that a function or a query finds. Default: all.
   *
   * @throws EmulatorError for an unknown resource, an unknown field, or a word that a field never holds
   * @example
   * emulator.rows('enrollments', { student_id: mia })
   * emulator.rows('enrollments', ({ status }) => status !== 'canceled')
   * emulator.rows('enrollments', new Query<Enrollment>(({ status }) => status !== 'canceled'))
   */
  rows<N extends ResourceName>(
    resource: N,
    where?: GivenValues<N> | ((record: Records[N]) => boolean) | RecordPredicate<Records[N]>,
  ): Records[N][]
}

export const recordQueryMethods = (context: EmulatorContext): RecordQueryMethods => ({
  row: (resource, id) => findRecord(context, resource, id) as never,
  rows(resource, where) {
    if (typeof where === 'function')
      return findRecords(context, resource, {}).filter(where as never)
    if (where && isRecordPredicate(where)) {
      return findRecords(context, resource, {}).filter((each) => where.test(each as never)) as never
    }
    if (where !== undefined) assertKnownFields(findResource(context.catalog, resource), where)
    return findRecords(context, resource, { ...where }) as never
  },
})

const isRecordPredicate = <T>(where: object | null): where is RecordPredicate<T> =>
  typeof (where as RecordPredicate<T> | null)?.test === 'function'

/** Of a longer list the records are not known again: to remember them takes a third as long as to make them. */
const trackedRecordsMax = 1000

/** The records of a resource whose stored fields have these values. */
export function findRecords(
  { model, serializer, settings }: EmulatorContext,
  resource: string,
  where: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  const resourceSpec = findResource(settings.catalog, resource)
  const fieldValues = replaceRecordsInValues(resourceSpec, where, `find ${resource}`)
  const records = model.read((tx) =>
    (tx.where(resource, fieldValues) as AnyRow[]).map((row) =>
      serializer().serialize(tx, resource, row),
    ),
  )
  if (records.length <= trackedRecordsMax)
    for (const record of records) trackRecord(resource, record)
  return records
}

export function findRecord(
  { model, serializer, settings, store }: EmulatorContext,
  resource: string,
  id: number | string,
): Record<string, unknown> | undefined {
  findResource(settings.catalog, resource)
  const row = store.get(resource, id)
  return (
    row &&
    trackRecord(
      resource,
      model.read((tx) => serializer().serialize(tx, resource, row)),
    )
  )
}

export function findResource({ resources }: Catalog, name: string): Resource {
  const found = resources.get(name)
  if (!found) throw unknownNameError('resource', name, resources.keys())
  return found
}
