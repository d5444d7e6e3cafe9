/** Copies records between an emulator and @msw/data collections. */
import { assertArgumentCount } from '../engine/errors/argument-count.ts'
import { zodSchemaOf } from '../engine/define/zod-schema.ts'
import type { Field, Shape } from '../engine/define/fields.ts'
import type { Emulator } from '../engine/emulator/emulator-api.ts'
import type { ResourceName, RecordSources } from '../engine/emulator/record-types.ts'
import { type ExportedRecord, exportedRecords } from './exported-records.ts'
import type { RecordCollection } from './record-collection.ts'
import { withReferenceIds } from './mswjs-data.ts'
import { isObject } from '../engine/errors/argument-checks.ts'
import { requireContext } from './testing/emulator-lookup.ts'

/** A collection for each resource. */
export type Collections = {
  readonly [N in ResourceName]: RecordCollection<ExportedRecord<N>>
}

/**
 * Creates a `Collection` for each resource, with its schema and its current records as the service shows
 * them. The records also have the stored fields that the API does not show, such as `custom_field_id`, so that
 * `importRecords` copies all of them into an emulator with the world `empty`. The collections are copies: later changes
 * on one side do not reach the other.
 *
 * @example
 * const { enrollments } = await collections(emulator)
 * enrollments.findMany((q) => q.where({ status: 'active' }))
 */
export async function collections(emulator: Emulator): Promise<Collections> {
  assertArgumentCount('collections', 1, arguments)
  const { resources } = requireContext(emulator).catalog
  const { Collection } = await import('@msw/data')
  const filled = [...resources.values()].map(async (resource) => {
    const collection = new Collection({ schema: zodSchemaOf(exportedShape(resource.shape)) })
    const records = exportedRecords(emulator, resource.name)
    await collection.createMany(records.length, (i) => records[i] as object)
    return [resource.name, collection] as const
  })
  return Object.fromEntries(await Promise.all(filled)) as never
}

const exportedShape = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, presentField(field)]))

// Note: a computed field is nullable, because a record that the API never shows may lack its source.
function presentField(field: Field): Field {
  const { flag, computed, omittedWhen, hidden } = field.spec
  if (hidden || flag !== undefined || omittedWhen) return field.optional()
  return computed ? field.nullable().required() : field.required()
}

/**
 * Imports records with their ids, like `emulator.importRecords(records)`. A relation of @mswjs/data stands for
 * the id of its record: `student` for `student_id`.
 *
 * @throws EmulatorError if a field is unknown, a value is invalid, a reference has no record, or a new record lacks
 * a reference that the API does not show, such as `custom_field_id`, and its target is imported too
 * @example
 * importRecords(emulator, { users: myUsers, enrollments: db.enrollment })
 */
export function importRecords(emulator: Emulator, records: RecordSources): void {
  assertArgumentCount('importRecords', 2, arguments)
  const { resources } = requireContext(emulator).catalog
  // Note: `importRecords` reports an argument that is not an object.
  if (!isObject(records)) return emulator.importRecords(records)
  emulator.importRecords(
    Object.fromEntries(
      Object.entries(records).map(([name, source]) => {
        const shape = resources.get(name)?.shape
        return [name, shape ? withReferenceIds(shape, source) : source]
      }),
    ),
  )
}
