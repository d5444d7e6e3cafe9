/**
 * Works out, once, what follows from all resources together: tables with their indexes, who refers to
 * whom, which come first.
 */
import { sortIndex } from '../define/pagination.ts'
import { type Move, moveIndex } from '../define/scheduled-transition.ts'
import type { Act } from '../define/act.ts'
import { eventNames } from '../define/resource-events.ts'
import type { Field, FieldSpec, Shape } from '../define/fields.ts'
import type { Operation } from '../define/operation.ts'
import type { Companion, Resource } from '../define/resource.ts'
import type { Key, Scalar } from '../machine/keys.ts'
import { createSchema, type Schema } from '../machine/store.ts'
import type { IndexPlan, Row, TablePlan } from '../machine/table.ts'

/** A field through which rows of `table` refer to rows of another. */
export interface Reference {
  readonly table: string
  readonly field: string
  /** The field is a list of ids. */
  readonly many: boolean
  /** The row it refers to is said by another field. */
  readonly via: FieldSpec['via']
  /** The row goes with the one that it refers to. */
  readonly part: boolean
  readonly nullable: boolean
}

/** A resource whose rows others follow, and what is said of the followers. */
export interface Leader {
  readonly table: string
  readonly companion: Companion
}

/** A move by date, and the table whose rows it moves. */
export interface TableMove {
  readonly table: string
  readonly move: Move
}

export type NamedOperation = Operation & {
  readonly id: string
  readonly resource: Resource
  /** The path parameters that are ids, and of which tables. */
  readonly refs: readonly (readonly [param: string, table: string])[]
}

/** Where the service's list of operations keeps one. */
export const groupOf = ({ group, resource }: NamedOperation): string => group ?? resource.group

/** A stored field of a table. */
export interface Column {
  readonly name: string
  readonly spec: FieldSpec
}

/** A new row, before anything is known of it. */
export interface Blank {
  /** Every stored field, in order, with what it holds when nothing is said. */
  readonly row: Readonly<Record<string, unknown>>
  /** The fields for which that has to be worked out, or for which something must be said. */
  readonly open: readonly Column[]
}

export interface Catalog {
  readonly resources: ReadonlyMap<string, Resource>
  readonly operations: ReadonlyMap<string, NamedOperation>
  readonly acts: ReadonlyMap<string, Act>
  readonly events: readonly string[]
  readonly schema: Schema
  /** The stored fields of a table. */
  columns(table: string): readonly Column[]
  /** What a new row of a table begins as. */
  blank(table: string): Blank
  /** The stored fields of a table whose values no two rows share. */
  uniques(table: string): readonly Column[]
  readonly moves: readonly TableMove[]
  /** The resources whose rows the rows of a table follow. */
  leaders(table: string): readonly Leader[]
  /** Who refers to a table, by its name. */
  referring(table: string): readonly Reference[]
  /** Parents have a lower rank than their children. */
  rank(table: string): number
}

export function createCatalog(resources: readonly Resource[]): Catalog {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const operations = new Map<string, NamedOperation>()
  const acts = new Map<string, Act>()
  for (const resource of resources) {
    for (const [id, operation] of Object.entries(resource.operations)) {
      if (operations.has(id)) throw new Error(`two operations are named "${id}"`)
      operations.set(id, { ...operation, id, resource, refs: refsOf(operation) })
    }
    for (const [id, act] of Object.entries(resource.acts)) acts.set(id, act)
  }
  const references = new Map<string, Reference[]>(resources.map(({ name }) => [name, []]))
  for (const { name, shape } of resources) {
    for (const [field, { spec }] of Object.entries(shape)) {
      for (const target of spec.computed ? [] : targetsOf(spec)) {
        const list = references.get(target)
        if (!list) throw new Error(`${name}.${field} refers to the unknown resource "${target}"`)
        const { via, part = false, nullable = false } = spec
        list.push({ table: name, field, many: spec.kind === 'array', via, part, nullable })
      }
    }
  }
  const ranks = rankAll(byName)
  const columns = new Map(resources.map(({ name, shape }) => [name, columnsOf(shape)]))
  const blanks = new Map([...columns].map(([name, all]) => [name, blankOf(all)]))
  const uniques = new Map(
    [...columns].map(([name, all]) => [name, all.filter(({ spec }) => spec.unique !== undefined)]),
  )
  return {
    resources: byName,
    operations,
    acts,
    events: [...new Set(resources.flatMap(({ events }) => eventNames(events)))].sort(),
    columns: (table) => columns.get(table) ?? [],
    blank: (table) => blanks.get(table) as Blank,
    uniques: (table) => uniques.get(table) ?? [],
    schema: createSchema(resources.map(tableOf)),
    moves: resources.flatMap(({ name, moves }) => moves.map((move) => ({ table: name, move }))),
    leaders: (table) =>
      resources.flatMap(({ name, companions }) =>
        companions
          .filter((companion) => companion.table === table)
          .map((companion) => ({ table: name, companion })),
      ),
    referring: (table) => references.get(table) ?? [],
    rank: (table) => ranks.get(table) ?? 0,
  }
}

const refsOf = ({ params }: Operation) =>
  Object.entries(params).flatMap(
    ([
      name,
      {
        spec: { to },
      },
    ]) => (to === undefined ? [] : [[name, to] as const]),
  )

const columnsOf = (shape: Shape): Column[] =>
  Object.entries(shape).flatMap(([name, { spec }]) => (spec.computed ? [] : [{ name, spec }]))

function blankOf(columns: readonly Column[]): Blank {
  const isOpen = ({ name, spec: { initial, nullable } }: Column): boolean =>
    name === 'id' ||
    isStamp(name) ||
    typeof initial === 'function' ||
    !(nullable || initial !== undefined)
  return {
    row: Object.fromEntries(
      columns.map((column) => [
        column.name,
        isOpen(column) ? undefined : (column.spec.initial ?? null),
      ]),
    ),
    open: columns.filter(isOpen),
  }
}

/** Whether a field says when its row was made or last changed. */
export const isStamp = (name: string): boolean => name === 'created_at' || name === 'updated_at'

function targetsOf(spec: FieldSpec): string[] {
  if (spec.via) return [...new Set(Object.values(spec.via.tables))]
  const to = spec.to ?? spec.items?.spec.to
  return to === undefined ? [] : [to]
}

/** A resource's rank is one more than the highest of those that it refers to; rings count once. */
function rankAll(resources: ReadonlyMap<string, Resource>): Map<string, number> {
  const ranks = new Map<string, number>()
  function rank(name: string): number {
    const known = ranks.get(name)
    if (known !== undefined) return known
    ranks.set(name, 0)
    const shape = resources.get(name)?.shape ?? {}
    const parents = Object.values(shape).flatMap(({ spec }) => targetsOf(spec))
    const height = Math.max(-1, ...parents.map(rank)) + 1
    ranks.set(name, height)
    return height
  }
  for (const name of resources.keys()) rank(name)
  return ranks
}

function tableOf({ name, shape, moves, operations }: Resource): TablePlan {
  const fields = Object.entries(shape).filter(([, { spec }]) => !spec.computed)
  const sorted = new Set(Object.values(operations).flatMap(sortedFields))
  const indexes = [
    ...fields.flatMap(([field, { spec }]) => referenceIndex(field, spec)),
    ...fields
      .filter(([field]) => sorted.has(field) && field !== 'id')
      .map(([field]) => ({
        name: sortIndex(field),
        keys: (row: Row): Key[] => [[row[field] as Scalar]],
      })),
    ...moves.map((move) => ({
      name: moveIndex(move),
      keys: (row: Row): Key[] => (isToMove(move, row) ? [[row[move.on] as Scalar]] : []),
    })),
  ]
  return { name, columns: fields.map(([field]) => field), indexes }
}

const isToMove = ({ field, from, on, where = {} }: Move, row: Row): boolean =>
  row[field] === from &&
  row[on] !== null &&
  Object.entries(where).every(([name, value]) => row[name] === value)

function referenceIndex(field: string, spec: FieldSpec): IndexPlan[] {
  const { via } = spec
  if (via) {
    const keys = (row: Row): Key[] => {
      const table = via.tables[row[via.field] as string]
      return table === undefined || row[field] === null ? [] : [[table, row[field] as Scalar]]
    }
    return [{ name: field, keys }]
  }
  if (spec.kind === 'array' && spec.items?.spec.to !== undefined) {
    return [{ name: field, keys: (row) => (row[field] as Scalar[]).map((id) => [id]) }]
  }
  if (spec.to === undefined && !spec.unique && !spec.indexed) return []
  const keys = (row: Row): Key[] => (row[field] === null ? [] : [[row[field] as Scalar]])
  return [{ name: field, keys }]
}

function sortedFields({ query }: Operation): string[] {
  const options = (query['sort'] as Field | undefined)?.spec.items?.spec.options ?? []
  return options.map((option) => option.split(':')[0] as string)
}
