/** Carries records between an emulator and the collections of @msw/data, one way at a time. */
import { Collection } from '@msw/data'
import { zodSchemaOf } from '../define/zod-schema.ts'
import type { Field, Shape } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { ResourceName } from '../emulator/record-types.ts'
import type { RecordSources } from '../emulator/record-types.ts'
import type { Records } from '../generated/rows.ts'
import { requireContext } from './testing/emulator-lookup.ts'

/** What a record must be like, as every library that speaks Standard Schema reads it. */
export interface RecordSchema<T> {
  /** What Standard Schema asks for. */
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

/** A collection for every resource. */
export type Collections = {
  readonly [N in ResourceName]: Collection<RecordSchema<Records[N]>>
}

/**
 * Every resource as a `Collection` with its schema, filled with what the service would show now. It is a
 * copy: what changes there changes nothing in the emulator, nor the other way round.
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

/** The fields of a record as it is answered. */
function visibleShape(shape: Shape): Shape {
  const visible = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  return Object.fromEntries(visible.map(([name, field]) => [name, presentField(field)]))
}

// Note: a record that the API never shows may have nothing that a field could be worked out from.
function presentField(field: Field): Field {
  const { flag, computed } = field.spec
  if (flag) return field.optional()
  return computed ? field.nullable().required() : field.required()
}

/**
 * Takes records over, with their ids, as `emulator.importRecords(records)` does.
 *
 * @throws EmulatorError when a field is unknown, a value breaks a rule, or a reference leads nowhere
 * @example
 * importRecords(emulator, { users: myUsers, enrollments: db.enrollment })
 */
export const importRecords = (emulator: Emulator, records: RecordSources): void =>
  emulator.importRecords(records)
