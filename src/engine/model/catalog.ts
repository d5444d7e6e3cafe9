/**
 * Derives data from all resources together, once: the table schemas with their indexes, the references
 * between tables, and the order of the tables.
 */
import type { NameAliases } from '../errors/near-names.ts'
import { sortIndexName } from '../define/verbs/list-rows.ts'
import { type ScheduledTransition, transitionIndexName } from '../define/scheduled-transition.ts'
import type { Act } from '../define/act.ts'
import { eventNamesOf } from '../define/resource-events.ts'
import type { Field, FieldSpec, Shape } from '../define/fields.ts'
import { isIndexed } from '../define/filters.ts'
import type { Operation } from '../define/operation.ts'
import type { Companion, Resource } from '../define/resource.ts'
import type { FlagName } from '../service-types.ts'
import type { Key, Scalar } from '../store/keys.ts'
import { createStoreSchema, type StoreSchema } from '../store/store.ts'
import type { IndexSchema, Row, TableSchema } from '../store/table.ts'

/** A field of `table` that refers to rows of another table. */
export interface Reference {
  readonly table: string
  readonly field: string
  /** Whether the field is a list of ids. */
  readonly many: boolean
  /** The field that selects the referenced table, if there are several. */
  readonly polymorphicTarget: FieldSpec['polymorphicTarget']
  /** Whether the row is removed with the referenced row. */
  readonly isPartOf: boolean
  readonly nullable: boolean
}

/** A resource whose rows have companion rows, with the definition of the companions. */
export interface CompanionOwner {
  readonly table: string
  readonly companion: Companion
}

/** A scheduled transition with its table. */
export interface TableTransition {
  readonly table: string
  readonly transition: ScheduledTransition
}

export type CatalogOperation = Operation & {
  readonly id: string
  readonly resource: Resource
  /** The path parameters that are ids, with their tables. */
  readonly refs: readonly (readonly [param: string, table: string])[]
}

/** Returns the group of an operation in the service's list of operations. */
export const groupOf = ({ group, resource }: CatalogOperation): string => group ?? resource.group

/** A stored field of a table. */
export interface Column {
  readonly name: string
  readonly spec: FieldSpec
}

/** The template of a new row. */
interface RowTemplate {
  /** All stored fields in order, with their constant defaults. */
  readonly row: Readonly<Record<string, unknown>>
  /** The fields without a constant default. */
  readonly unresolved: readonly Column[]
}

export interface Catalog {
  readonly resources: ReadonlyMap<string, Resource>
  /** The name of a resource, an act or an event for a common guess, for error messages. */
  readonly aliases: NameAliases
  readonly examples: CatalogExamples
  readonly operations: ReadonlyMap<string, CatalogOperation>
  readonly acts: ReadonlyMap<string, Act>
  readonly events: readonly string[]
  readonly schema: StoreSchema
  /** Returns the stored fields of a table. */
  columns(table: string): readonly Column[]
  /** Returns the template of a new row of a table. */
  rowTemplate(table: string): RowTemplate
  /** Returns the stored fields of a table with unique values. */
  uniqueColumns(table: string): readonly Column[]
  /** Returns the stored fields of a table whose texts have a form. */
  textFormColumns(table: string): readonly Column[]
  readonly scheduledTransitions: readonly TableTransition[]
  /** Returns the resources that have companion rows in a table. */
  companionOwners(table: string): readonly CompanionOwner[]
  /** Returns the fields that refer to a table. */
  referencesTo(table: string): readonly Reference[]
  /** Returns the fields of a table whose row the API hides together with the referenced row. */
  hidingReferences(table: string): readonly Column[]
  /** Returns the flags that can hide rows of a table. */
  hidingFlags(table: string): readonly FlagName[]
  /** Returns the rank of a table. A parent has a lower rank than its children. */
  rank(table: string): number
}

/** Names of a service for the examples in error messages. */
export interface CatalogExamples {
  readonly resource: string
  readonly values: Readonly<Record<string, string | boolean>>
  readonly operation: string
  readonly path: string
  readonly scope: string
}

/** Names that every service has. */
const examplesDefault: CatalogExamples = {
  resource: 'webhooks',
  values: { active: true },
  operation: 'get_webhooks',
  path: '/webhooks',
  scope: 'webhooks:read',
}

interface CatalogOptions {
  readonly aliases?: Catalog['aliases'] | undefined
  readonly examples?: CatalogExamples | undefined
}

export function createCatalog(
  resources: readonly Resource[],
  { aliases = {}, examples = examplesDefault }: CatalogOptions = {},
): Catalog {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const operations = new Map<string, CatalogOperation>()
  const acts = new Map<string, Act>()
  for (const resource of resources) {
    for (const [id, operation] of Object.entries(resource.operations)) {
      if (operations.has(id)) throw new Error(`two operations are named "${id}"`)
      operations.set(id, { ...operation, id, resource, refs: idParamsOf(operation) })
    }
    for (const [id, act] of Object.entries(resource.acts)) acts.set(id, act)
  }
  const references = new Map<string, Reference[]>(resources.map(({ name }) => [name, []]))
  for (const { name, shape } of resources) {
    for (const [field, { spec }] of Object.entries(shape)) {
      for (const target of spec.computed ? [] : referenceTargets(spec)) {
        const list = references.get(target)
        if (!list) throw new Error(`${name}.${field} refers to the unknown resource "${target}"`)
        const { polymorphicTarget, isPartOf = false, nullable = false } = spec
        const many = spec.kind === 'array'
        list.push({ table: name, field, many, polymorphicTarget, isPartOf, nullable })
      }
    }
  }
  const ranks = rankTables(byName)
  const companionOwners = new Map<string, CompanionOwner[]>()
  for (const { name, companions } of resources) {
    for (const companion of companions) {
      const owners = companionOwners.get(companion.table) ?? []
      companionOwners.set(companion.table, [...owners, { table: name, companion }])
    }
  }
  const columns = new Map(resources.map(({ name, shape }) => [name, columnsOf(shape)]))
  const rowTemplates = new Map([...columns].map(([name, all]) => [name, rowTemplateOf(all)]))
  const columnsWith = (has: (spec: FieldSpec) => boolean): Map<string, Column[]> =>
    new Map([...columns].map(([name, all]) => [name, all.filter(({ spec }) => has(spec))]))
  const hidingReferences = columnsWith(({ isHiddenWith }) => isHiddenWith === true)
  const hidingFlags = new Map<string, readonly FlagName[]>()
  const hidingFlagsOf = (table: string): readonly FlagName[] => {
    const known = hidingFlags.get(table)
    if (known) return known
    const own = byName.get(table)?.flaggedRows?.flag
    const targets = (hidingReferences.get(table) ?? []).flatMap(({ spec }) =>
      referenceTargets(spec),
    )
    const flags = new Set([...(own ? [own] : []), ...targets.flatMap(hidingFlagsOf)])
    hidingFlags.set(table, [...flags])
    return [...flags]
  }
  const uniqueColumns = columnsWith(({ unique }) => unique !== undefined)
  const textFormColumns = columnsWith(({ textForm }) => textForm !== undefined)
  return {
    resources: byName,
    aliases,
    examples,
    operations,
    acts,
    events: [...new Set(resources.flatMap(({ events }) => eventNamesOf(events)))].sort(),
    columns: (table) => columns.get(table) ?? [],
    rowTemplate: (table) => rowTemplates.get(table) as RowTemplate,
    uniqueColumns: (table) => uniqueColumns.get(table) ?? [],
    textFormColumns: (table) => textFormColumns.get(table) ?? [],
    schema: createStoreSchema(resources.map(tableSchemaOf)),
    scheduledTransitions: resources.flatMap(({ name, scheduledTransitions }) =>
      scheduledTransitions.map((transition) => ({ table: name, transition })),
    ),
    companionOwners: (table) => companionOwners.get(table) ?? [],
    referencesTo: (table) => references.get(table) ?? [],
    hidingReferences: (table) => hidingReferences.get(table) ?? [],
    hidingFlags: hidingFlagsOf,
    rank: (table) => ranks.get(table) ?? 0,
  }
}

const idParamsOf = ({ params }: Operation) =>
  Object.entries(params).flatMap(([name, { spec }]) =>
    spec.target === undefined ? [] : [[name, spec.target] as const],
  )

const columnsOf = (shape: Shape): Column[] =>
  Object.entries(shape).flatMap(([name, { spec }]) => (spec.computed ? [] : [{ name, spec }]))

function rowTemplateOf(columns: readonly Column[]): RowTemplate {
  const isUnresolved = ({ name, spec: { defaultValue, nullable } }: Column): boolean =>
    name === 'id' ||
    isTimestampField(name) ||
    typeof defaultValue === 'function' ||
    !(nullable || defaultValue !== undefined)
  return {
    row: Object.fromEntries(
      columns.map((column) => [
        column.name,
        isUnresolved(column) ? undefined : (column.spec.defaultValue ?? null),
      ]),
    ),
    unresolved: columns.filter(isUnresolved),
  }
}

/** Returns whether a field is the time of creation or of the last change. */
export const isTimestampField = (name: string): boolean =>
  name === 'created_at' || name === 'updated_at'

function referenceTargets(spec: FieldSpec): string[] {
  if (spec.polymorphicTarget) return [...new Set(Object.values(spec.polymorphicTarget.tables))]
  const target = spec.target ?? spec.items?.spec.target
  return target === undefined ? [] : [target]
}

/** Ranks each resource one above the highest rank that it refers to. Cycles are cut once. */
function rankTables(resources: ReadonlyMap<string, Resource>): Map<string, number> {
  const ranks = new Map<string, number>()
  function rank(name: string): number {
    const known = ranks.get(name)
    if (known !== undefined) return known
    ranks.set(name, 0)
    const shape = resources.get(name)?.shape ?? {}
    const parents = Object.values(shape).flatMap(({ spec }) => referenceTargets(spec))
    const tableRank = Math.max(-1, ...parents.map(rank)) + 1
    ranks.set(name, tableRank)
    return tableRank
  }
  for (const name of resources.keys()) rank(name)
  return ranks
}

function tableSchemaOf({ name, shape, scheduledTransitions, operations }: Resource): TableSchema {
  const fields = Object.entries(shape).filter(([, { spec }]) => !spec.computed)
  const sorted = new Set(Object.values(operations).flatMap(sortedFields))
  const indexes = [
    ...fields.flatMap(([field, { spec }]) => referenceIndexes(field, spec)),
    ...fields
      .filter(([field]) => sorted.has(field) && field !== 'id')
      .map(([field]) => ({
        name: sortIndexName(field),
        keys: (row: Row): Key[] => [[row[field] as Scalar]],
      })),
    ...scheduledTransitions.map((transition) => ({
      name: transitionIndexName(transition),
      keys: (row: Row): Key[] =>
        isTransitionPending(transition, row) ? [[row[transition.dateField] as Scalar]] : [],
    })),
  ]
  return { name, columns: fields.map(([field]) => field), indexes }
}

const isTransitionPending = (
  { field, from, dateField, where = {} }: ScheduledTransition,
  row: Row,
): boolean =>
  row[field] === from &&
  row[dateField] !== null &&
  Object.entries(where).every(([name, value]) => row[name] === value)

function referenceIndexes(field: string, spec: FieldSpec): IndexSchema[] {
  const { polymorphicTarget } = spec
  if (polymorphicTarget) {
    const keys = (row: Row): Key[] => {
      const table = polymorphicTarget.tables[row[polymorphicTarget.field] as string]
      return table === undefined || row[field] === null ? [] : [[table, row[field] as Scalar]]
    }
    return [{ name: field, keys }]
  }
  if (spec.kind === 'array' && spec.items?.spec.target !== undefined) {
    return [{ name: field, keys: (row) => (row[field] as Scalar[]).map((id) => [id]) }]
  }
  if (spec.kind === 'array' && spec.indexed) {
    return [{ name: field, keys: (row) => (row[field] as Row[]).map(({ id }) => [id]) }]
  }
  if (!isIndexed({ spec })) return []
  const keys = (row: Row): Key[] => (row[field] === null ? [] : [[row[field] as Scalar]])
  return [{ name: field, keys }]
}

function sortedFields({ query }: Operation): string[] {
  const options = (query['sort'] as Field | undefined)?.spec.items?.spec.options ?? []
  return options.map((option) => option.split(':')[0] as string)
}
