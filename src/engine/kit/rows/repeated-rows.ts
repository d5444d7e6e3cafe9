/** Repeats the rows of a generated world in blocks, with other ids, references, times and names. */
import type { FieldSpec } from '../../define/fields.ts'
import type { DemoLocale } from '../../service-types.ts'
import { sortIndexName } from '../../define/verbs/list-rows.ts'
import type { LooseRow, RepeatContext } from '../../define/recipe.ts'
import { transitionIndexName } from '../../define/scheduled-transition.ts'
import { CopyIds } from '../../store/copy-ids.ts'
import type { Key, Scalar } from '../../store/keys.ts'
import type { BlockKey, RepeatedRows } from '../../store/repeated-table.ts'
import { RecentValues } from '../../store/recent-values.ts'
import { repeatTables, type Tables } from '../../store/store.ts'
import type { Row, Table } from '../../store/table.ts'
import type { Catalog } from '../../model/catalog.ts'

interface RepeatedWorld {
  readonly catalog: Catalog
  readonly blocks: number
  /** The start of the world, in milliseconds since 1970. */
  readonly worldStartMs: number
  readonly locale: DemoLocale | undefined
}

/** Returns whether a scaled world repeats a table. Other tables hold settings, which it has once. */
export function isRepeated(catalog: Catalog, table: string): boolean {
  const { recipe, shape } = catalog.resources.get(table) ?? {}
  if (shape?.['id']?.spec.kind === 'string') return false
  return recipe ? !recipe.isShared : catalog.companionOwners(table).length > 0
}

/** Returns the tables of the scaled world. Their rows are made when they are read. */
export function repeatWorld(tables: Tables, world: RepeatedWorld): Tables {
  const repeated = new Map<string, RepeatedResource>()
  return repeatTables(world.catalog.schema, tables, (schema, template) => {
    if (!isRepeated(world.catalog, schema.name)) return undefined
    const resource = new RepeatedResource(schema, template, { ...world, repeated })
    repeated.set(schema.name, resource)
    return resource
  })
}

interface RepeatedTables extends RepeatedWorld {
  readonly repeated: ReadonlyMap<string, RepeatedResource>
}

/** A reference in a key or a value: the table of the referenced row. */
type TargetOf = (values: LooseRow) => string | undefined

/** The number of rows that a table keeps at least. */
const recentRowsMin = 1_000

class RepeatedResource implements RepeatedRows {
  readonly schema: RepeatedRows['schema']
  readonly template: () => Table
  readonly blocks: number
  readonly recent = new RecentValues<number, Row>(recentRowsMin, () => new Map())
  readonly #world: RepeatedTables
  readonly #startOfQuarter: string
  readonly #references: readonly (readonly [name: string, target: TargetOf, isList: boolean])[]
  readonly #timestamps: readonly string[]
  readonly #repeated: readonly (readonly [string, (context: RepeatContext) => unknown])[]
  readonly #hasPosition: boolean
  /** The fields of a copy that can have another value than the field of its row. */
  readonly #changed: ReadonlySet<string>
  /** The target of each reference whose key tells the block; undefined for several target tables. */
  readonly #located: ReadonlyMap<string, string | undefined>
  readonly #transitionIndexes: ReadonlySet<string>
  #originals: readonly Row[] | undefined
  #ids: CopyIds | undefined

  constructor(schema: RepeatedRows['schema'], template: () => Table, world: RepeatedTables) {
    const { catalog, blocks, worldStartMs } = world
    const resource = catalog.resources.get(schema.name)
    const columns = catalog.columns(schema.name)
    this.schema = schema
    this.template = template
    this.blocks = blocks
    this.#world = world
    this.#startOfQuarter = startOfQuarter(worldStartMs)
    this.#references = columns.flatMap(({ name, spec }) => {
      const target = targetOf(spec)
      return target ? [[name, target, spec.kind === 'array'] as const] : []
    })
    this.#timestamps = columns.flatMap(({ name, spec }) =>
      spec.format === 'timestamp' && name.endsWith('_at') ? [name] : [],
    )
    const { repeated, numbered } = resource?.recipe ?? {}
    this.#repeated = Object.entries({ ...repeated, ...numbered })
    this.#hasPosition = schema.indexes.some(({ name }) => name === sortIndexName('position'))
    this.#changed = new Set([
      'id',
      'position',
      ...this.#timestamps,
      ...this.#references.map(([name]) => name),
      ...this.#repeated.map(([name]) => name),
    ])
    const adapted = new Set(this.#repeated.map(([name]) => name))
    this.#located = new Map(
      columns.flatMap(({ name, spec }) =>
        targetOf(spec) && !adapted.has(name)
          ? [[name, spec.target ?? spec.items?.spec.target] as const]
          : [],
      ),
    )
    this.#transitionIndexes = new Set(resource?.scheduledTransitions.map(transitionIndexName))
  }

  readonly ids = (): CopyIds =>
    (this.#ids ??= new CopyIds(this.template(), this.blocks, this.#createdIn))

  /** Returns the quarter of an hour in which a row was created, or a later time. */
  readonly #createdIn = (row: Row): string | undefined => {
    const time = row['created_at'] as string | undefined
    return time === undefined || time >= this.#startOfQuarter ? time : quarterOf(time)
  }

  readonly keeps = (field: string): boolean => !this.#changed.has(field)

  readonly copy = (original: Row, block: number): Row => {
    const row: Record<string, unknown> = Object.assign({}, original)
    row['id'] = this.ids().idOf(original.id as number, block)
    for (const [name, target, isList] of this.#references) {
      const ids = row[name] === null ? undefined : this.#idsOf(target(original))
      if (ids === undefined) continue
      const move = (id: number): number => ids.idOf(id, block)
      row[name] = isList ? (row[name] as number[]).map(move) : move(row[name] as number)
    }
    if (this.#hasPosition) row['position'] = this.ids().idOf(row['position'] as number, block)
    for (const name of this.#timestamps) {
      const time = row[name] as string | null
      if (time !== null && time < this.#startOfQuarter)
        row[name] = timeInBlock(time, block, this.blocks)
    }
    if (this.#repeated.length > 0) this.#adapt(row, original, block)
    return Object.freeze(row) as Row
  }

  #adapt(row: Record<string, unknown>, original: Row, block: number): void {
    const { blocks } = this
    const { repeated, locale } = this.#world
    const context: RepeatContext = {
      row,
      original,
      locale,
      block,
      blocks,
      idsPerBlock: (table) => repeated.get(table)?.template().lastId ?? 0,
      find: (table, id) => (id === null ? undefined : repeated.get(table)?.find(id, block)),
      another: (table, stride) =>
        repeated.get(table)?.original((original.id as number) - 1 + block * stride) ?? original,
    }
    for (const [name, adapt] of this.#repeated) row[name] = adapt(context)
  }

  /** Returns a copy in a block; undefined if the block has no such record. */
  find(id: number, block: number): Row | undefined {
    const known = this.recent.get(id)
    const place = known ? undefined : this.ids().placeOf(id)
    const original = place?.block === block ? this.ids().row(place.id) : undefined
    if (!original) return known
    const row = this.copy(original, block)
    this.recent.set(id, row)
    return row
  }

  original(position: number): Row | undefined {
    this.#originals ??= [...this.template().rows.values()]
    return this.#originals[position % this.#originals.length]
  }

  #idsOf = (table: string | undefined): CopyIds | undefined =>
    this.#world.repeated.get(table as string)?.ids()

  readonly locate = (index: string, key: Key): BlockKey | undefined => {
    if (this.#transitionIndexes.has(index)) return { block: undefined, key }
    const table = this.#located.get(index) ?? key[0]
    const id = key.at(-1)
    if (!this.#located.has(index) || typeof id !== 'number') return undefined
    if (typeof table !== 'string' || key.length !== (this.#located.get(index) ? 1 : 2))
      return undefined
    const ids = this.#idsOf(table)
    if (ids === undefined) return { block: undefined, key }
    // Note: the number after that of the last block is no block.
    const { block, id: original } = ids.placeOf(id) ?? { block: this.blocks, id }
    return { block, key: [...key.slice(0, -1), original] as Scalar[] }
  }
}

function targetOf(spec: FieldSpec): TargetOf | undefined {
  const { polymorphicTarget } = spec
  if (polymorphicTarget)
    return (values) => polymorphicTarget.tables[values[polymorphicTarget.field] as string]
  const target = spec.target ?? spec.items?.spec.target
  return target === undefined ? undefined : () => target
}

const windowMs = 900_000

/** Returns the beginning of the text of a time, which the times of one quarter of an hour share. */
const quarterOf = (time: string): string =>
  time.slice(0, 14) + Math.floor(Number(time.slice(14, 16)) / 15)

/**
 * Moves a timestamp into the part of its quarter of an hour that belongs to a block. The order of the timestamps of a
 * block, their days in every time zone and their order to full hours stay the same.
 */
function timeInBlock(time: string, block: number, blocks: number): string {
  const minutes = Number(time.slice(14, 16))
  const sinceMs = (minutes % 15) * 60_000 + Number(time.slice(17, 23)) * 1_000
  const movedMs = Math.floor((block * windowMs + sinceMs) / blocks)
  const minute = minutes - (minutes % 15) + Math.floor(movedMs / 60_000)
  const second = ((movedMs % 60_000) / 1_000).toFixed(3)
  return `${time.slice(0, 14)}${pad(minute)}:${second.padStart(6, '0')}Z`
}

const pad = (minute: number): string => (minute < 10 ? `0${minute}` : `${minute}`)

/** Returns the start of the quarter of an hour of a time. Later timestamps of a world do not move. */
const startOfQuarter = (ms: number): string =>
  new Date(Math.floor(ms / windowMs) * windowMs).toISOString()
