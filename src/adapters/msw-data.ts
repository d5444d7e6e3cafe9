/** Copies records between an emulator and @msw/data collections. */
import { Collection } from '@msw/data'
import { zodSchemaOf } from '../define/zod-schema.ts'
import type { Field, Shape } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { ResourceName } from '../emulator/record-types.ts'
import type { RecordSources } from '../emulator/record-types.ts'
import type { Records } from '../generated/rows.ts'
import { requireContext } from './testing/emulator-lookup.ts'

/** The schema of a record, in the Standard Schema interface. */
export interface RecordSchema<T> {
  /** The properties that Standard Schema requires. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): { readonly value: T } | { readonly issues: readonly Issue[] }
    readonly types?: { readonly input: T; readonly output: T }
  }
}

interface Issue {
  readonly message: string
  readonly path?: readonly PropertyKey[]
}

/** A collection for each resource. */
export type Collections = {
  readonly [N in ResourceName]: Collection<RecordSchema<Records[N]>>
}

/**
 * Creates a `Collection` for each resource, with its schema and its current records as the service shows
 * them. The collections are copies: later changes on one side do not reach the other.
 *
 * @example
 * const { enrollments } = await collections(emulator)
 * enrollments.findMany((q) => q.where({ status: 'active' }))
 */
export async function collections(emulator: Emulator): Promise<Collections> {
  const { resources } = requireContext(emulator).catalog
  const filled = [...resources.values()].map(async (resource) => {
    const collection = new Collection({ schema: recordSchemaOf(resource) })
    const records = emulator.rows(resource.name as ResourceName) as object[]
    await collection.createMany(records.length, (i) => records[i] as object)
    return [resource.name, collection] as const
  })
  return Object.fromEntries(await Promise.all(filled)) as never
}

const recordSchemaOf = ({ shape }: Resource): RecordSchema<object> =>
  zodSchemaOf(visibleShape(shape)) as never

/** The fields of a record in a response. */
function visibleShape(shape: Shape): Shape {
  const visible = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  return Object.fromEntries(visible.map(([name, field]) => [name, presentField(field)]))
}

// Note: a computed field is nullable, because a record that the API never shows may lack its source.
function presentField(field: Field): Field {
  const { flag, computed, omittedWhen } = field.spec
  if (flag ?? omittedWhen) return field.optional()
  return computed ? field.nullable().required() : field.required()
}

/**
 * Imports records with their ids, like `emulator.importRecords(records)`.
 *
 * @throws EmulatorError if a field is unknown, a value is invalid, or a reference has no record
 * @example
 * importRecords(emulator, { users: myUsers, enrollments: db.enrollment })
 */
export function importRecords(emulator: Emulator, records: RecordSources): void {
  requireContext(emulator)
  emulator.importRecords(records)
}
