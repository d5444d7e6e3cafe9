/**
 * The records of generated scenarios: a few of each resource that matters to the integration, related to each other.
 *
 * A record is known by its name, such as `user1`, in scenarios, in replay texts and in the code of a printed scenario.
 */
import type { FieldSpec } from '../../../engine/define/fields.ts'
import type { Resource } from '../../../engine/define/resource.ts'
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import type { Catalog } from '../../../engine/model/catalog.ts'
import type { Id } from '../../../engine/store/keys.ts'
import type { ResourceName } from '../../../engine/emulator/record-types.ts'

/** A reference to a record by its name, or to the value that a field of it had at the start: `user1.email`. */
export interface RecordName {
  readonly record: string
}

/** A value of a record or of an act: JSON, or references to records. */
export type PlannedValue =
  RecordName | PlannedValues | readonly PlannedValue[] | string | number | boolean | null

export interface PlannedValues {
  readonly [name: string]: PlannedValue
}

/** A record that exists before the first step. */
export interface PlannedRecord {
  readonly name: string
  readonly resource: string
  readonly values: PlannedValues
}

/** The ids of the records by their names, and their values at the start by the names of record and field. */
export type RecordIds = ReadonlyMap<string, Id>

/** The name of a record of a resource, by its number in the plan. */
export const recordNameOf = ({ singular }: Pick<Resource, 'singular'>, number: number): string =>
  `${singular.slice(0, 1).toLowerCase()}${singular.slice(1)}${number}`

/** The state of the second record of a resource, by resource. */
export type RecordStates = ReadonlyMap<string, PlannedValues>

/** Plans a number of records of the resources, and of those that they require. */
export function planWorld(
  catalog: Catalog,
  names: ReadonlySet<string>,
  count: number,
  states: RecordStates = new Map(),
): readonly PlannedRecord[] {
  // Note: a record also refers to those that only another resource requires, which come before it then.
  const included = inOrderOfReferences(catalog, names).map(({ name }) => name)
  const resources = inOrderOfReferences(catalog, new Set([...names, ...included]))
  const planned = new Set(resources.map(({ name }) => name))
  return resources.flatMap((resource) =>
    Array.from({ length: count }, (_, i) => ({
      name: recordNameOf(resource, i + 1),
      resource: resource.name,
      values: {
        ...referencesOf(catalog, resource, planned, i + 1),
        ...(i === 1 && states.get(resource.name)),
        ...(i === 2 && withoutKeys(resource)),
      },
    })),
  )
}

/** No record has to have a key of another system, such as a principal ID: the third one has none. */
const withoutKeys = ({ shape }: Resource): PlannedValues =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([field, { spec }]) =>
      spec.unique && spec.nullable ? [[field, null]] : [],
    ),
  )

/** Whether `given` makes records of a resource. */
const isMakeable = (catalog: Catalog, { name, recipe }: Resource): boolean =>
  recipe !== undefined || catalog.companionOwners(name).length > 0

/** The resources and those that they require, each after those that it refers to. */
function inOrderOfReferences(catalog: Catalog, names: ReadonlySet<string>): readonly Resource[] {
  const ordered = new Map<string, Resource>()
  const visit = (name: string, parents: readonly string[]): void => {
    const resource = catalog.resources.get(name)
    if (!resource || ordered.has(name) || parents.includes(name)) return
    for (const { spec } of Object.values(resource.shape)) {
      const { target, polymorphicTarget } = spec
      if (target !== undefined && (isNeeded(spec) || names.has(target)))
        visit(target, [...parents, name])
      for (const table of Object.values(polymorphicTarget?.tables ?? {}))
        if (names.has(table)) visit(table, [...parents, name])
    }
    // Note: companions are made together with their owner.
    if (isMakeable(catalog, resource) && catalog.companionOwners(name).length === 0)
      ordered.set(name, resource)
  }
  for (const name of [...names].sort()) visit(name, [])
  return [...ordered.values()]
}

const isNeeded = ({ nullable, computed }: FieldSpec): boolean => !nullable && computed === undefined

/**
 * The first and the second record refer to records of their number. The third and the fourth mix both, in another way: user 2
 * in edition 1, and user 1 in edition 2.
 */
export function referencesOf(
  catalog: Catalog,
  { shape, name: own }: Resource,
  planned: ReadonlySet<string>,
  number: number,
): PlannedValues {
  let count = 0
  const nameOf = (resource: Resource): RecordName => {
    count += 1
    return { record: recordNameOf(resource, number < 3 ? number : ((count + number + 1) % 2) + 1) }
  }
  const values = Object.entries(shape).flatMap(([field, { spec }]): [string, PlannedValue][] => {
    const { target, polymorphicTarget: choice, computed } = spec
    // Note: a reference that a record may omit is given too, because a recipe would create another record for it.
    if (computed) return []
    if (choice) {
      const found = Object.entries(choice.tables).find(([, table]) => planned.has(table))
      const resource = found && catalog.resources.get(found[1])
      return resource
        ? [
            [choice.field, found[0]],
            [field, nameOf(resource)],
          ]
        : []
    }
    const resource = target === undefined ? undefined : catalog.resources.get(target)
    if (!resource || !planned.has(resource.name) || resource.name === own) return []
    return [[field, nameOf(resource)]]
  })
  return Object.fromEntries(values)
}

/**
 * Makes the records of a plan. A record that the service refuses is left out, as are those that refer to it.
 *
 * @returns the ids of the records that exist, and the values of their fields
 */
export function createRecords(emulator: Emulator, plan: readonly PlannedRecord[]): RecordIds {
  const ids = new Map<string, Id>()
  for (const { name, resource, values } of plan) {
    const resolved = resolveValue(values, ids)
    if (resolved === undefined) continue
    try {
      const record: object = emulator.given(resource as ResourceName, resolved as never)
      for (const [field, value] of Object.entries(record))
        ids.set(field === 'id' ? name : `${name}.${field}`, value as Id)
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
    }
  }
  return ids
}

/** Replaces the names of records by their ids; undefined if one of the records does not exist. */
export function resolveValue(value: PlannedValue, ids: RecordIds): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isRecordName(value)) return ids.get(value.record)
  if (Array.isArray(value)) {
    const items = value.map((item: PlannedValue) => resolveValue(item, ids))
    return items.includes(undefined) ? undefined : items
  }
  const entries = Object.entries(value as PlannedValues).map(
    ([key, each]) => [key, resolveValue(each, ids)] as const,
  )
  return entries.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(entries)
}

export const isRecordName = (value: unknown): value is RecordName =>
  typeof value === 'object' &&
  value !== null &&
  'record' in value &&
  Object.keys(value).length === 1

/** The names of the records in a value. */
export function recordsIn(value: PlannedValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if (isRecordName(value)) return value.record.split('.', 1)
  return Object.values(value as PlannedValues).flatMap(recordsIn)
}
