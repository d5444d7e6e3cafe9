/** Carries records between an emulator and the collections of @msw/data, one way at a time. */
import { Collection } from '@msw/data'
import { schemaOf } from '../define/schema.ts'
import type { Field, Shape } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import type { Emulator, ResourceName } from '../emulator/face.ts'
import { EmulatorError } from '../machine/errors.ts'
import { takeOver } from '../kit/taking.ts'
import type { Records } from '../resources/rows.ts'
import { assemblyOf } from './asked.ts'

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

/** Records from elsewhere: a list, a collection of @msw/data, or a model of @mswjs/data. */
export type RecordSource =
  Iterable<object> | { all(): Iterable<object> } | { getAll(): Iterable<object> }

/** Records from elsewhere, by resource. */
export type Seeds = { readonly [N in ResourceName]?: RecordSource }

/**
 * Every resource as a `Collection` with its schema, filled with what the service would show now. It is a
 * copy: what changes there changes nothing in the emulator, nor the other way round.
 *
 * @example
 * const { enrollments } = await collections(emulator)
 * enrollments.findMany((q) => q.where({ status: 'active' }))
 */
export async function collections(emulator: Emulator): Promise<Collections> {
  const { resources } = assemblyOf(emulator).catalog
  const filled = [...resources.values()].map(async (resource) => {
    const collection = new Collection({ schema: shownSchema(resource) })
    const records = emulator.rows(resource.name as ResourceName) as object[]
    await collection.createMany(records.length, (i) => records[i] as object)
    return [resource.name, collection] as const
  })
  return Object.fromEntries(await Promise.all(filled)) as never
}

const shownSchema = ({ shape }: Resource): RecordSchema<object> =>
  schemaOf(shownShape(shape)) as never

/** The fields of a record as it is answered. */
function shownShape(shape: Shape): Shape {
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  return Object.fromEntries(shown.map(([name, field]) => [name, mandatory(field)]))
}

// Note: a record that the API never shows may have nothing that a field could be worked out from.
function mandatory(field: Field): Field {
  const { flag, computed } = field.spec
  if (flag) return field.optional()
  return computed ? field.nullable().required() : field.required()
}

/**
 * Takes records over, with their ids: what has an id that is there already is changed, the rest is made,
 * as `given` makes it. What refers to others comes after them, whatever the order here, and all of it
 * comes or none. Nothing is announced. What the service works out from other records is left out.
 *
 * @throws EmulatorError when a field is unknown, a value breaks a rule, or a reference leads nowhere
 * @example
 * seed(emulator, { users: myUsers, enrollments: db.enrollment })
 */
export function seed(emulator: Emulator, seeds: Seeds): void {
  const records = Object.entries(seeds).map(
    ([name, source]) => [name, recordsIn(name, source)] as const,
  )
  takeOver(assemblyOf(emulator), Object.fromEntries(records))
}

function recordsIn(name: string, source: RecordSource): object[] {
  const { all, getAll } = source as { all?: unknown; getAll?: unknown }
  const give = typeof all === 'function' ? all : getAll
  const given: unknown = typeof give === 'function' ? give.call(source) : source
  const isList = typeof (given as Iterable<object> | null)?.[Symbol.iterator] === 'function'
  if (isList && typeof given !== 'string') return [...(given as Iterable<object>)]
  throw new EmulatorError('no_records', {
    could: `take over ${name}`,
    because: 'what was given holds no records',
    advice: 'Give a list of records, a collection, or a model.',
  })
}
