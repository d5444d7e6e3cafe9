/** Copies records between an emulator and `factory()` databases of @mswjs/data. */
import { assertArgumentCount } from '../engine/errors/argument-count.ts'
import type { Field, Shape } from '../engine/define/fields.ts'
import type { Resource } from '../engine/define/resource.ts'
import type { Emulator } from '../engine/emulator/emulator-api.ts'
import type { RecordSource, ResourceName } from '../engine/emulator/record-types.ts'
import type { References } from '../service/generated/rows.ts'
import { isObject } from '../engine/errors/argument-checks.ts'
import { recordsOfSource } from '../engine/kit/rows/record-source.ts'
import { type ExportedRecord, exportedRecords } from './exported-records.ts'
import { requireContext } from './testing/emulator-lookup.ts'

/** The related records of a record: `student` for `student_id`. */
export type FactoryRelations<N extends ResourceName> = N extends keyof References
  ? {
      readonly [F in keyof References[N] as F extends `${infer R}_id` ? R : never]: Extract<
        References[N][F],
        object
      > | null
    }
  : object

/** A query of a model: operators by field, such as `{ where: { status: { equals: 'active' } } }`. */
export interface FactoryQuery {
  /** The operators by field. */
  readonly where?: object
}

/** A model of a `factory()` database. It has further methods, as @mswjs/data documents them. */
export interface FactoryModel<T> {
  /** Returns all records. */
  getAll(): T[]
  /** Returns the number of records that match. */
  count(query?: FactoryQuery): number
  /** Returns the first record that matches; null without one. */
  findFirst(query: FactoryQuery): T | null
  /** Returns the records that match. */
  findMany(query: FactoryQuery): T[]
  /** Creates a record. */
  create(values?: Partial<T>): T
  /** Changes the first record that matches. */
  update(query: FactoryQuery & { readonly data: Partial<T> }): T | null
  /** Deletes the first record that matches. */
  delete(query: FactoryQuery): T | null
}

/** A model for each resource. */
export type FactoryDatabase = {
  readonly [N in ResourceName]: FactoryModel<ExportedRecord<N> & FactoryRelations<N>>
}

/**
 * Creates a `factory()` database of @mswjs/data with a model for each resource and its current records as the
 * service shows them, with the stored fields that the API does not show, such as `custom_field_id`. A reference such as
 * `student_id` also has a relation, `student`. The database is a copy. `importRecords` copies all of its records into an
 * emulator with the world `empty`.
 *
 * @example
 * const db = await factoryDatabase(emulator)
 * db.enrollments.findFirst({ where: { status: { equals: 'active' } } })?.student?.first_name
 */
export async function factoryDatabase(emulator: Emulator): Promise<FactoryDatabase> {
  assertArgumentCount('factoryDatabase', 1, arguments)
  const { resources } = requireContext(emulator).catalog
  const library = await import('@mswjs/data')
  const all = [...resources.values()]
  const models = Object.fromEntries(all.map((each) => [each.name, modelOf(each, library)]))
  // Note: the types of the models follow from the resources, which the compiler does not know here.
  const database = library.factory(models as never) as unknown as Record<string, LooseModel>
  const entities = new Map<string, ReadonlyMap<unknown, object>>()
  for (const { name } of all) {
    const model = database[name] as LooseModel
    const created = exportedRecords(emulator, name).map(
      (record) => [record['id'], model.create(record)] as const,
    )
    entities.set(name, new Map(created))
  }
  for (const resource of all) relate(resource, database[resource.name] as LooseModel, entities)
  return database as never
}

type Library = typeof import('@mswjs/data')
type LooseRecord = Readonly<Record<string, unknown>>
interface LooseModel {
  create(values: LooseRecord): object
  getAll(): LooseRecord[]
  update(query: object): unknown
}

function modelOf({ shape }: Resource, { primaryKey, nullable, oneOf, manyOf }: Library): object {
  const isText = shape['id']?.spec.kind === 'string'
  return {
    ...Object.fromEntries(
      Object.keys(shape).map((name) => [name, nullable((): string => null as never)]),
    ),
    ...Object.fromEntries(
      relationsOf(shape).map(({ relation, target, isList }) => [
        relation,
        isList ? manyOf(target) : nullable(oneOf(target) as never),
      ]),
    ),
    id: isText ? primaryKey(String) : primaryKey(Number),
  }
}

/** Sets the relations after all records exist, because records can refer to each other. */
function relate(
  { shape }: Resource,
  model: LooseModel,
  entities: ReadonlyMap<string, ReadonlyMap<unknown, object>>,
): void {
  const relations = relationsOf(shape)
  if (relations.length === 0) return
  for (const record of model.getAll()) {
    const related = relations.flatMap(({ relation, field, target, isList }) => {
      const ids = [record[field] ?? []].flat()
      const found = ids.flatMap((id) => entities.get(target)?.get(id) ?? [])
      return found.length > 0 ? [[relation, isList ? found : found[0]] as const] : []
    })
    if (related.length === 0) continue
    model.update({ where: { id: { equals: record['id'] } }, data: Object.fromEntries(related) })
  }
}

interface ReferenceRelation {
  /** The name of the relation: `student`, `labels`. */
  readonly relation: string
  /** The field with the id or the ids: `student_id`, `label_ids`. */
  readonly field: string
  readonly target: string
  readonly isList: boolean
}

/** The relations of a shape: one for each field that names a reference to one resource. */
function relationsOf(shape: Shape): ReferenceRelation[] {
  return Object.entries(shape).flatMap(([field, { spec }]) => {
    const [, base, ending] = /^(\w+)_(ids?)$/.exec(field) ?? []
    const isList = spec.kind === 'array'
    const target = isList ? (spec.items as Field).spec.target : spec.target
    if (base === undefined || target === undefined) return []
    if (isList !== (ending === 'ids')) return []
    const relation = isList ? pluralOf(base) : base
    return relation in shape ? [] : [{ relation, field, target, isList }]
  })
}

const pluralOf = (name: string): string =>
  name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`

/** Replaces the relations of records by the ids of the related records: `student` by `student_id`. */
export function withReferenceIds(shape: Shape, source: RecordSource): RecordSource {
  const relations = relationsOf(shape)
  const records = recordsOfSource(source)
  // Note: `importRecords` reports any other source, and values that are not records.
  if (records === undefined || relations.length === 0) return source
  return records.map((record) => (isObject(record) ? withIds(record, relations) : record) as object)
}

function withIds(record: LooseRecord, relations: readonly ReferenceRelation[]): LooseRecord {
  const values: Record<string, unknown> = { ...record }
  for (const { relation, field, isList } of relations) {
    const related = values[relation]
    const ids = isList ? idsOf(related) : idOf(related)
    if (ids === undefined) continue
    delete values[relation]
    values[field] = ids
  }
  return values
}

/** The id of a related record, null for none; undefined for another value. */
const idOf = (related: unknown): unknown =>
  related === null ? null : isObject(related) ? related['id'] : undefined

const idsOf = (related: unknown): unknown[] | undefined =>
  Array.isArray(related) ? related.map(idOf) : undefined
