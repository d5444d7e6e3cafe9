/** Looks rows up as the service would show them, for tests: needs no token and counts nowhere. */
import type { AnyRow } from '../../define/tx.ts'
import type { Resource } from '../../define/resource.ts'
import { handed } from '../../kit/record-origin.ts'
import { withIds } from '../../kit/rows/given-checks.ts'
import { unknownName } from '../../machine/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Records, Rows } from '../../generated/rows.ts'
import { insistOnFields } from '../reports/query-checks.ts'
import type { Assembly } from '../context.ts'
import type { GivenValues, ResourceName } from '../emulator-api.ts'

/** Says which records are meant, such as a `Query` of @msw/data. */
export interface RecordTest<T> {
  /** Whether this record is meant. */
  test(record: T): boolean
}

export interface LookingWords {
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
    where?: GivenValues<N> | ((record: Records[N]) => boolean) | RecordTest<Records[N]>,
  ): Records[N][]
}

export const lookingWords = (assembly: Assembly): LookingWords => ({
  row: (resource, id) => recordOf(assembly, resource, id) as never,
  rows(resource, where) {
    if (typeof where === 'function') return recordsOf(assembly, resource, {}).filter(where as never)
    if (where && isTest(where)) {
      return recordsOf(assembly, resource, {}).filter((each) => where.test(each as never)) as never
    }
    if (where !== undefined) insistOnFields(resourceNamed(assembly.catalog, resource), where)
    return recordsOf(assembly, resource, { ...where }) as never
  },
})

const isTest = <T>(where: object | null): where is RecordTest<T> =>
  typeof (where as RecordTest<T> | null)?.test === 'function'

/** Of a longer list the records are not known again: to remember them takes a third as long as to make them. */
const handedMax = 1000

/** The records of a resource whose stored fields have these values. */
export function recordsOf(
  { model, showing, settings }: Assembly,
  resource: string,
  where: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  const found = resourceNamed(settings.catalog, resource)
  const plain = withIds(found, where, `find ${resource}`)
  const records = model.read((tx) =>
    (tx.where(resource, plain) as AnyRow[]).map((row) => showing().record(tx, resource, row)),
  )
  if (records.length <= handedMax) for (const record of records) handed(resource, record)
  return records
}

export function recordOf(
  { model, showing, settings, store }: Assembly,
  resource: string,
  id: number | string,
): Record<string, unknown> | undefined {
  resourceNamed(settings.catalog, resource)
  const row = store.get(resource, id)
  return (
    row &&
    handed(
      resource,
      model.read((tx) => showing().record(tx, resource, row)),
    )
  )
}

export function resourceNamed({ resources }: Catalog, name: string): Resource {
  const found = resources.get(name)
  if (!found) throw unknownName('resource', name, resources.keys())
  return found
}
