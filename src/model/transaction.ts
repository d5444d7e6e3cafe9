/** Gives an operation its hands: rows with types, defaults, unique values and time, in one transaction. */
import { assumed, type Assumed, type Behaviour, behaviour } from '../define/behaviours.ts'
import type { FieldSpec } from '../define/fields.ts'
import type { FlagName } from '../define/feature-flags.ts'
import { notFound, unprocessable } from '../define/problems.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx, Walk } from '../define/tx.ts'
import type { Id, Key, Scalar } from '../machine/keys.ts'
import type { Random, Stream } from '../machine/random.ts'
import type { Store } from '../machine/store.ts'
import type { Calendar } from './calendar.ts'
import { type Catalog, isStamp } from './catalog.ts'
import { type Note, sameValue } from './changes.ts'
import type { Flags, Readings } from './settings.ts'
import { momentText } from './timestamp.ts'
import { countReferrers, eachReferrer, repointed, throughIndex } from './referrers.ts'
import { isBound, letGo } from './cascade.ts'
import type { Showing } from './record-serializer.ts'

const follows = assumed(
  'companion.updated',
  'a change of a course or a planned course is also announced for its product or variant',
  {
    because: 'product and variant show the fields of what they follow',
    instead: 'product and variant change silently with what they follow',
  },
)

const owned = behaviour('auth.owner', 'an API key belongs to a user')

/** What every transaction of one emulator shares. */
export interface Ground {
  readonly store: Store
  readonly catalog: Catalog
  readonly random: Random
  readonly calendar: Calendar
  now(): number
  zone(): string
  flags(): Flags
  readings(): Readings
  showing(): Showing
}

/** On whose behalf a transaction runs. */
export interface Caller {
  readonly owner: number | null
  /** The scopes of the token; none is missing where there is no token. */
  readonly scopes?: ReadonlySet<string>
  /** Takes the numbers of the behaviours that were relied on. */
  readonly used: number[]
}

interface Emitted {
  readonly event: string
  readonly data: unknown
}

type Values = Readonly<Record<string, unknown>>

export class Transaction implements Tx {
  readonly emitted: Emitted[] = []
  /** Notifications that are to be sent once more. */
  readonly redelivered: string[] = []
  readonly #ground: Ground
  readonly #used: number[]
  readonly #owner: number | null
  readonly #scopes: ReadonlySet<string> | undefined
  #silent = 0
  /** The day, once something has asked for it. */
  #day: string | undefined
  #now: string | undefined

  constructor(ground: Ground, caller: Caller) {
    this.#ground = ground
    this.#owner = caller.owner
    this.#used = caller.used
    this.#scopes = caller.scopes
  }

  get owner(): number | null {
    this.uses(owned)
    return this.#owner
  }
  get now(): string {
    return (this.#now ??= momentText(this.#ground.now()))
  }
  get today(): string {
    const { calendar, zone, now } = this.#ground
    this.#day = calendar.dayAt(now(), zone())
    return this.#day
  }

  /** Stays the same as long as no row changes. */
  get version(): object | undefined {
    return this.#ground.store.version()
  }
  /** Runs `work`; says whether it asked for the day, and which behaviours it relied on. */
  watching<T>(work: () => T): { result: T; day: string | undefined; used: readonly number[] } {
    const [outerDay, usedBefore] = [this.#day, this.#used.length]
    this.#day = undefined
    const result = work()
    const day = this.#day
    this.#day ??= outerDay
    return { result, day, used: this.#used.slice(usedBefore) }
  }
  /** Notes a behaviour by its number. */
  notes(behaviour: number): void {
    this.#used.push(behaviour)
  }

  get(table: string, id: Id): never {
    const row = this.#ground.store.get(table, id)
    if (!row) throw notFound(`there is no ${table} ${id}`)
    return row as never
  }
  find(table: string, id: Id | null | undefined): never {
    const row = id === null || id === undefined ? undefined : this.#ground.store.get(table, id)
    return row as never
  }
  walk(table: string, options?: Walk): Iterable<never> {
    return this.#ground.store.walk(table, options) as Iterable<never>
  }
  where(table: string, values: Values): never[] {
    const found: AnyRow[] = []
    this.#each(table, values, (row) => found.push(row))
    return found as never[]
  }
  count(table: string, values?: Values): number {
    if (!values) return this.#ground.store.size(table)
    let count = 0
    this.#each(table, values, () => (count += 1))
    return count
  }

  #each(table: string, values: Values, visit: (row: AnyRow) => void): void {
    const { shape } = this.#resource(table)
    const names = Object.keys(values)
    let through: Walk | undefined
    for (const name of names) through ??= throughIndex(name, shape[name]?.spec, values)
    const { store } = this.#ground
    if (through && store.isBare(table, through.index as string, through.prefix as Key)) return
    for (const row of store.walk(table, through) as Iterable<AnyRow>) {
      if (names.every((name) => row[name] === values[name])) visit(row)
    }
  }

  insert(table: string, values: Values): never {
    const { companions } = this.#resource(table)
    const id = values['id'] ?? this.idFrom(table, this.reserve(table))
    const blank = this.#ground.catalog.blank(table)
    // Note: rows whose fields come in one order are one shape to the engine.
    const row: Record<string, unknown> = { ...blank.row }
    for (const name in values) {
      if (values[name] !== undefined && Object.hasOwn(row, name)) row[name] = values[name]
    }
    row['id'] = id
    for (const { name, spec } of blank.open) {
      if (row[name] === undefined) row[name] = this.#initial(table, name, spec, row)
    }
    this.#insist(table, row as AnyRow, undefined)
    this.#ground.store.insert(table, Object.freeze(row) as AnyRow, this.#note())
    for (const companion of companions) {
      const { created_at } = row
      this.insert(companion.table, { created_at, ...companion.values(row as never) })
    }
    return row as never
  }

  update(table: string, id: Id, patch: Values, event?: string): never {
    const before: AnyRow = this.get(table, id)
    const { shape } = this.#resource(table)
    const moved = Object.keys(patch).some((name) => !sameValue(before[name], patch[name]))
    if (!moved && event === undefined) return before as never
    const stamp = 'updated_at' in shape ? { updated_at: patch['updated_at'] ?? this.now } : {}
    const after = Object.freeze({ ...before, ...patch, ...stamp }) as AnyRow
    this.#insist(table, after, before)
    this.#ground.store.replace(table, after, this.#note(event))
    if (moved) this.#touchCompanions(table, after)
    return after as never
  }

  remove(table: string, id: Id): void {
    for (const companion of this.#companions(table, this.get(table, id))) {
      this.remove(companion.table, companion.row.id)
    }
    this.#ground.store.remove(table, id, this.#note())
    letGo(this, this.#ground.catalog, table, id)
  }

  redeliver(notification: string): void {
    this.redelivered.push(notification)
  }
  emit(event: string, data: unknown): void {
    this.emitted.push({ event, data })
  }

  silently<T>(work: () => T): T {
    this.#silent += 1
    try {
      return work()
    } finally {
      this.#silent -= 1
    }
  }

  repoint(table: string, from: Id, to: Id): Record<string, number> {
    return eachReferrer(this, this.#ground.catalog, table, from, (reference, row) => {
      this.update(reference.table, row.id, repointed(reference, row, from, to))
    })
  }

  referrers(table: string, id: Id): Record<string, number> {
    return countReferrers(this, this.#ground.catalog, table, id, () => true)
  }

  dependents(table: string, id: Id): Record<string, number> {
    if (this.#resource(table).outlived) return {}
    return countReferrers(this, this.#ground.catalog, table, id, isBound)
  }

  /** The number that the next row of a table will have. */
  reserve(table: string): number {
    return this.#ground.store.nextId(table)
  }

  /** The id of a row by its number; one that is a text begins with it, so that ids sort by age. */
  idFrom(table: string, number: number): Id {
    if (this.#resource(table).shape['id']?.spec.kind !== 'string') return number
    return `${number.toString(16).padStart(8, '0')}${this.chance(table, number).uuid().slice(8)}`
  }

  shown(table: string, row: AnyRow): never {
    return this.#ground.showing().record(this, table, row) as never
  }
  holds(scope: string): boolean {
    return this.#scopes?.has(scope) ?? true
  }
  flag(name: FlagName): boolean {
    return this.#ground.flags()[name]
  }
  uses(behaviour: Behaviour): void {
    this.#used.push(behaviour.number)
  }
  takes(assumption: Assumed): boolean {
    this.#used.push(assumption.number)
    return !this.#ground.readings().has(assumption.id)
  }
  reading(assumption: Assumed): string {
    this.#used.push(assumption.number)
    return this.#ground.readings().get(assumption.id) ?? 'default'
  }
  chance(...path: (string | number)[]): Stream {
    return this.#ground.random.at(...path)
  }

  #resource(table: string): Resource {
    return this.#ground.catalog.resources.get(table) as Resource
  }

  #companions(table: string, row: AnyRow): { table: string; row: AnyRow }[] {
    return this.#resource(table).companions.flatMap((companion) =>
      this.where(companion.table, companion.values(row as never)).map((found) => ({
        table: companion.table,
        row: found,
      })),
    )
  }

  /** What follows a row has changed when the row has. */
  #touchCompanions(table: string, row: AnyRow): void {
    if (this.#resource(table).companions.length === 0 || !this.takes(follows)) return
    for (const companion of this.#companions(table, row)) {
      const touched = Object.freeze({ ...companion.row, updated_at: this.now })
      this.#ground.store.replace(companion.table, touched, this.#note())
    }
  }

  #note(event?: string): Note {
    return { silent: this.#silent > 0, event }
  }

  #initial(table: string, name: string, spec: FieldSpec, row: Values): unknown {
    if (isStamp(name)) return row['created_at'] ?? this.now
    if (typeof spec.initial === 'function') return spec.initial(this, row)
    if (spec.kind === 'array') return []
    if (spec.kind === 'map') return {}
    throw new Error(`a new row of ${table} has no ${name}`)
  }

  /** Refuses a value that must be unique and is another row's. */
  #insist(table: string, row: AnyRow, before: AnyRow | undefined): void {
    for (const { name, spec } of this.#ground.catalog.uniques(table)) {
      const value = row[name] as Scalar
      if (value === null || before?.[name] === value) continue
      if (!this.#ground.store.first(table, name, [value])) continue
      if (spec.unique && spec.unique !== true && !this.takes(spec.unique)) continue
      throw unprocessable({ [name]: ['has already been taken'] })
    }
  }
}
