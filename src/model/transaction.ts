/** Implements the transaction of an operation: rows with defaults, unique values, time and events. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import { assumed, type AssumedBehaviour, type Behaviour, behaviour } from '../define/behaviours.ts'
import type { FieldSpec } from '../define/fields.ts'
import type { FlagName } from '../define/feature-flags.ts'
import { recordNotFound, unprocessable } from '../define/problems.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, RowValues } from '../define/tx.ts'
import type { Id, Key, Scalar } from '../machine/keys.ts'
import type { Random, RandomStream } from '../machine/random.ts'
import type { Store } from '../machine/store.ts'
import type { ScanOptions } from '../machine/table.ts'
import type { Calendar } from './calendar.ts'
import { type Catalog, isTimestampField } from './catalog.ts'
import { type ChangeNote, isSameValue } from './changes.ts'
import type { Flags, ActiveAlternatives } from './settings.ts'
import { formatIsoTimestamp } from './timestamp.ts'
import { countReferrers, forEachReferrer, replacedReference, indexScanFor } from './referrers.ts'
import { isRequiredReference, cascadeRemoval } from './cascade.ts'
import type { RecordSerializer, SerializerTx, TrackedWork } from './record-serializer.ts'

const companionUpdated = assumed(
  'companion.updated',
  'a change of a course or planned course also emits an event for its product or variant',
  {
    reason: 'products and variants show fields of their course or planned course',
    alternative: 'only the course or planned course emits an event',
  },
)

const tokenOwner = behaviour('auth.owner', 'an API key belongs to a user')

/** The values that all transactions of an emulator share. */
export interface TransactionContext {
  readonly store: Store
  readonly catalog: Catalog
  readonly random: Random
  readonly calendar: Calendar
  now(): number
  zone(): string
  flags(): Flags
  alternatives(): ActiveAlternatives
  serializer(): RecordSerializer
}

/** The caller of a transaction. */
export interface Caller {
  readonly ownerId: number | null
  /** The scopes of the token. Default: all scopes. */
  readonly scopes?: ReadonlySet<string>
  /** Collects the behaviours that the transaction relies on. */
  readonly behaviours: BehaviourLog
}

interface EmittedEvent {
  readonly event: string
  readonly data: unknown
}

export class Transaction implements SerializerTx {
  readonly emitted: EmittedEvent[] = []
  /** The notifications to deliver again. */
  readonly redeliveries: string[] = []
  readonly #context: TransactionContext
  #behaviours: BehaviourLog
  readonly #ownerId: number | null
  readonly #scopes: ReadonlySet<string> | undefined
  #silent = 0
  /** The day, after the first read. */
  #day: string | undefined
  #now: string | undefined

  constructor(context: TransactionContext, caller: Caller) {
    this.#context = context
    this.#ownerId = caller.ownerId
    this.#behaviours = caller.behaviours
    this.#scopes = caller.scopes
  }

  get ownerId(): number | null {
    this.logBehaviour(tokenOwner)
    return this.#ownerId
  }
  get now(): string {
    return (this.#now ??= formatIsoTimestamp(this.#context.now()))
  }
  get today(): string {
    const { calendar, zone, now } = this.#context
    this.#day = calendar.dayAt(now(), zone())
    return this.#day
  }

  get version(): object | undefined {
    return this.#context.store.version()
  }
  trackDependencies<T>(work: () => T): TrackedWork<T> {
    const [outerDay, outerBehaviours] = [this.#day, this.#behaviours]
    const behaviours = new BehaviourLog()
    this.#day = undefined
    this.#behaviours = behaviours
    outerBehaviours.add(behaviours)
    try {
      const result = work()
      return { result, day: this.#day, behaviours }
    } finally {
      this.#day ??= outerDay
      this.#behaviours = outerBehaviours
    }
  }
  logBehaviours(behaviours: BehaviourLog): void {
    this.#behaviours.add(behaviours)
  }

  get(table: string, id: Id): never {
    const row = this.#context.store.get(table, id)
    if (!row) throw recordNotFound(table, id)
    return row as never
  }
  find(table: string, id: Id | null | undefined): never {
    const row = id === null || id === undefined ? undefined : this.#context.store.get(table, id)
    return row as never
  }
  scan(table: string, options?: ScanOptions): Iterable<never> {
    return this.#context.store.scan(table, options) as Iterable<never>
  }
  where(table: string, values: RowValues): never[] {
    const found: AnyRow[] = []
    this.#each(table, values, (row) => found.push(row))
    return found as never[]
  }
  count(table: string, values?: RowValues): number {
    if (!values) return this.#context.store.size(table)
    let count = 0
    this.#each(table, values, () => (count += 1))
    return count
  }

  #each(table: string, values: RowValues, visit: (row: AnyRow) => void): void {
    const { shape } = this.#resource(table)
    const names = Object.keys(values)
    let scan: ScanOptions | undefined
    for (const name of names) scan ??= indexScanFor(name, shape[name]?.spec, values)
    const { store } = this.#context
    if (scan && store.isKnownEmpty(table, scan.index as string, scan.prefix as Key)) return
    for (const row of store.scan(table, scan) as Iterable<AnyRow>) {
      if (names.every((name) => row[name] === values[name])) visit(row)
    }
  }

  insert(table: string, values: RowValues): never {
    const { companions } = this.#resource(table)
    const id = values['id'] ?? this.idFrom(table, this.reserve(table))
    const template = this.#context.catalog.rowTemplate(table)
    // Note: rows with the same field order share one hidden class in the JavaScript engine.
    const row: Record<string, unknown> = { ...template.row }
    for (const name in values) {
      if (values[name] !== undefined && Object.hasOwn(row, name)) row[name] = values[name]
    }
    row['id'] = id
    for (const { name, spec } of template.unresolved) {
      if (row[name] === undefined) row[name] = this.#defaultValue(table, name, spec, row)
    }
    this.#assertUnique(table, row as AnyRow, undefined)
    this.#context.store.insert(table, Object.freeze(row) as AnyRow, this.#note())
    for (const companion of companions) {
      const { created_at } = row
      this.insert(companion.table, { created_at, ...companion.values(row as never) })
    }
    return row as never
  }

  update(table: string, id: Id, patch: RowValues, event?: string): never {
    const before: AnyRow = this.get(table, id)
    const { shape } = this.#resource(table)
    const isChanged = Object.keys(patch).some((name) => !isSameValue(before[name], patch[name]))
    if (!isChanged && event === undefined) return before as never
    const timestamps = 'updated_at' in shape ? { updated_at: patch['updated_at'] ?? this.now } : {}
    const after = Object.freeze({ ...before, ...patch, ...timestamps }) as AnyRow
    this.#assertUnique(table, after, before)
    this.#context.store.replace(table, after, this.#note(event))
    if (isChanged) this.#touchCompanions(table, after)
    return after as never
  }

  remove(table: string, id: Id): void {
    for (const companion of this.#companions(table, this.get(table, id))) {
      this.remove(companion.table, companion.row.id)
    }
    this.#context.store.remove(table, id, this.#note())
    cascadeRemoval(this, this.#context.catalog, table, id)
  }

  redeliver(notification: string): void {
    this.redeliveries.push(notification)
  }
  emit(event: string, data: unknown): void {
    this.emitted.push({ event, data })
  }

  withoutEvents<T>(work: () => T): T {
    this.#silent += 1
    try {
      return work()
    } finally {
      this.#silent -= 1
    }
  }

  replaceReferences(table: string, from: Id, to: Id): Record<string, number> {
    return forEachReferrer(this, this.#context.catalog, table, from, (reference, row) => {
      this.update(reference.table, row.id, replacedReference(reference, row, from, to))
    })
  }

  referrers(table: string, id: Id): Record<string, number> {
    return countReferrers(this, this.#context.catalog, table, id, () => true)
  }

  dependents(table: string, id: Id): Record<string, number> {
    if (this.#resource(table).keepReferences) return {}
    return countReferrers(this, this.#context.catalog, table, id, isRequiredReference)
  }

  /** Reserves the number of the next row of a table. */
  reserve(table: string): number {
    return this.#context.store.nextId(table)
  }

  /** Returns the id of a row number. A string id begins with the number, so that ids sort by age. */
  idFrom(table: string, number: number): Id {
    if (this.#resource(table).shape['id']?.spec.kind !== 'string') return number
    return `${number.toString(16).padStart(8, '0')}${this.random(table, number).uuid().slice(8)}`
  }

  serialize(table: string, row: AnyRow): never {
    return this.#context.serializer().serialize(this, table, row) as never
  }
  hasScope(scope: string): boolean {
    return this.#scopes?.has(scope) ?? true
  }
  isFlagOn(name: FlagName): boolean {
    return this.#context.flags()[name]
  }
  logBehaviour(behaviour: Behaviour): void {
    this.#behaviours.add(behaviour)
  }
  assumes(assumption: AssumedBehaviour): boolean {
    this.#behaviours.add(assumption)
    return !this.#context.alternatives().has(assumption.id)
  }
  alternativeFor(assumption: AssumedBehaviour): string {
    this.#behaviours.add(assumption)
    return this.#context.alternatives().get(assumption.id) ?? 'default'
  }
  random(...path: (string | number)[]): RandomStream {
    return this.#context.random.stream(...path)
  }

  #resource(table: string): Resource {
    return this.#context.catalog.resources.get(table) as Resource
  }

  #companions(table: string, row: AnyRow): { table: string; row: AnyRow }[] {
    return this.#resource(table).companions.flatMap(({ table: name, values }) =>
      this.where(name, values(row as never)).map((found) => ({ table: name, row: found })),
    )
  }

  /** Sets `updated_at` of the companions of a changed row. */
  #touchCompanions(table: string, row: AnyRow): void {
    if (this.#resource(table).companions.length === 0 || !this.assumes(companionUpdated)) return
    for (const companion of this.#companions(table, row)) {
      const touched = Object.freeze({ ...companion.row, updated_at: this.now })
      this.#context.store.replace(companion.table, touched, this.#note())
    }
  }

  #note(event?: string): ChangeNote {
    return { silent: this.#silent > 0, event }
  }

  #defaultValue(table: string, name: string, spec: FieldSpec, row: RowValues): unknown {
    if (isTimestampField(name)) return row['created_at'] ?? this.now
    if (typeof spec.defaultValue === 'function') return spec.defaultValue(this, row)
    if (spec.kind === 'array') return []
    if (spec.kind === 'map') return {}
    throw new Error(`a new row of ${table} has no ${name}`)
  }

  /** Throws a 422 for a unique value that another row has. */
  #assertUnique(table: string, row: AnyRow, before: AnyRow | undefined): void {
    for (const { name, spec } of this.#context.catalog.uniqueColumns(table)) {
      const value = row[name] as Scalar
      if (value === null || before?.[name] === value) continue
      if (!this.#context.store.findFirst(table, name, [value])) continue
      if (spec.unique && spec.unique !== true && !this.assumes(spec.unique)) continue
      throw unprocessable({ [name]: ['has already been taken'] })
    }
  }
}
