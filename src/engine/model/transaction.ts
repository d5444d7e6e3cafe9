/** Implements the transaction of an operation: rows with defaults, unique values, time and events. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { AssumedBehaviour, AssumedNumber, Behaviour } from '../define/behaviour.ts'
import { withTextForms } from '../define/stored-values.ts'
import type { FlagName } from '../service-types.ts'
import { recordNotFound, unprocessable } from '../define/problems.ts'
import type { CompanionIds, Resource } from '../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../define/tx.ts'
import type { Id, Scalar } from '../store/keys.ts'
import type { RandomStream } from '../store/random.ts'
import type { Row, ScanOptions, VisitOptions } from '../store/table.ts'
import type { Catalog } from './catalog.ts'
import type { History } from './history.ts'
import { type ChangeNote, isSameValue, type NetChange, DerivedChanges } from './changes.ts'
import { defaultValueOf } from './default-value.ts'
import { derivedSilently, tokenOwner, companionUpdated, changeMoments } from './behaviours.ts'
import type { TransactionContext } from './transaction-context.ts'
import { formatIsoTimestamp } from '../clock/timestamps.ts'
import {
  companionRows,
  countReferrers,
  forEachReferrer,
  replacedReference,
  indexScanFor,
  isRequiredReference,
  isUse,
  cascadeRemoval,
} from './referrers.ts'
import { rowLimitProblem } from './row-limits.ts'
import type { SerializerTx, TrackedWork } from './record-serializer.ts'

/** The actor of a transaction. */
export interface Actor {
  readonly ownerId: number | null
  /** The scopes of the token. Default: all scopes. */
  readonly scopes?: ReadonlySet<string>
  /** Returns the base URL that the call was sent to. Default: that of the emulator. */
  baseUrl?(): string
  /** Collects the behaviours that the transaction relies on. */
  readonly behaviours: BehaviourLog
}

export class Transaction implements SerializerTx {
  readonly emitted: { readonly event: string; readonly data: unknown }[] = []
  /** The notifications to deliver again. */
  readonly redeliveries: string[] = []
  readonly #context: TransactionContext
  #behaviours: BehaviourLog
  readonly #actor: Actor
  #silent = 0
  #isSeparate = false
  #derived: DerivedChanges | undefined
  /** The day, after the first read. */
  #day: string | undefined
  /** The base URL, after the first read, and whether the tracked work has read it. */
  #baseUrl: string | undefined
  #hasReadBaseUrl = false
  #now: string | undefined

  constructor(context: TransactionContext, actor: Actor) {
    this.#context = context
    this.#actor = actor
    this.#behaviours = actor.behaviours
  }

  get history(): History {
    return this.#context.history
  }
  get ownerId(): number | null {
    this.logBehaviour(tokenOwner)
    return this.#actor.ownerId
  }
  get now(): string {
    return (this.#now ??= formatIsoTimestamp(this.#changeMs()))
  }
  #changeMs(): number {
    const ms = this.#context.now()
    const hasNoFraction = this.#context.alternatives().has(changeMoments.id)
    return hasNoFraction ? Math.floor(ms / 1_000) * 1_000 : ms
  }
  get today(): string {
    const { calendar, zone, now } = this.#context
    this.#day = calendar.dayAt(now(), zone())
    return this.#day
  }
  get baseUrl(): string {
    this.#hasReadBaseUrl = true
    return (this.#baseUrl ??= this.#actor.baseUrl?.() ?? this.#context.baseUrl)
  }
  dayOf(timestamp: string): string {
    return this.#context.calendar.dayAt(Date.parse(timestamp), this.#context.zone())
  }

  get version(): object | undefined {
    return this.#context.store.version()
  }
  tableVersion(table: string): object | undefined {
    return this.#context.store.tableVersion(table)
  }
  get alternatives(): object {
    return this.#context.alternatives()
  }
  trackDependencies<T>(work: () => T): TrackedWork<T> {
    const outerBehaviours = this.#behaviours
    const behaviours = new BehaviourLog()
    this.#day = undefined
    this.#hasReadBaseUrl = false
    this.#behaviours = behaviours
    outerBehaviours.add(behaviours)
    try {
      const result = work()
      const baseUrl = this.#hasReadBaseUrl ? this.#baseUrl : undefined
      return { result, day: this.#day, baseUrl, behaviours }
    } finally {
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
    const found: Row[] = []
    const scan = this.#scanFor(table, values)
    if (scan) this.#context.store.visit(table, scan, (row) => found.push(row))
    return found as never[]
  }
  count(table: string, values: RowValues = {}): number {
    const scan = this.#scanFor(table, values)
    return scan ? this.#context.store.count(table, scan) : 0
  }

  /** Returns the scan of the rows with these values; undefined if no row has them. */
  #scanFor(table: string, values: RowValues): VisitOptions | undefined {
    const { store } = this.#context
    if (store.size(table) === 0) return undefined
    const { shape } = this.#resource(table)
    for (const name in values) {
      const scan = indexScanFor(name, shape[name]?.spec, values)
      if (!scan) continue
      if (store.isKnownEmpty(table, name, scan.prefix)) return undefined
      return { index: name, prefix: scan.prefix, values }
    }
    return { values }
  }

  insert(table: string, given: RowValues, companionIds: CompanionIds = {}): never {
    const { companions } = this.#resource(table)
    const values = withTextForms(this.#context.catalog.textFormColumns(table), given, this)
    const limitProblem = rowLimitProblem(table, this.#context.store.size(table))
    if (limitProblem) throw limitProblem
    const id = values['id'] ?? this.idFrom(table, this.reserve(table))
    const template = this.#context.catalog.rowTemplate(table)
    // Note: rows with the same field order share one hidden class in the JavaScript engine. V8 gives each
    // frozen copy made with `...` a class of its own, which takes as much memory as the row.
    const row: Record<string, unknown> = Object.assign({}, template.row)
    for (const name in values) {
      if (values[name] !== undefined && Object.hasOwn(row, name)) row[name] = values[name]
    }
    row['id'] = id
    for (const { name, spec } of template.unresolved) {
      if (row[name] === undefined) row[name] = defaultValueOf(this, table, { name, spec }, row)
    }
    assertUniqueValues(this, this.#context, table, row as AnyRow, undefined)
    this.#captureShown(table, row as AnyRow)
    this.#context.store.insert(table, Object.freeze(row) as AnyRow, this.#note())
    for (const companion of companions) {
      const { created_at } = row
      const companionId = companionIds[companion.table]
      const values = { id: companionId, created_at, ...companion.values(row as never) }
      this.insert(companion.table, values)
    }
    return row as never
  }

  update(table: string, id: Id, changes: RowValues, event?: string): never {
    const before: AnyRow = this.get(table, id)
    const { shape } = this.#resource(table)
    const patch = withTextForms(this.#context.catalog.textFormColumns(table), changes, this)
    const isChanged = Object.keys(patch).some((name) => !isSameValue(before[name], patch[name]))
    if (!isChanged && event === undefined) return before as never
    const timestamps = 'updated_at' in shape ? { updated_at: patch['updated_at'] ?? this.now } : {}
    const after = Object.freeze(Object.assign({}, before, patch, timestamps)) as AnyRow
    assertUniqueValues(this, this.#context, table, after, before)
    this.#captureShown(table, before, after)
    this.#context.store.replace(table, after, this.#note(event))
    if (isChanged) touchCompanions(this, this.#context, { table, id, note: this.#note() })
    return after as never
  }

  remove(table: string, id: Id): void {
    const row: AnyRow = this.get(table, id)
    this.#captureShown(table, row)
    for (const companion of companionRows(this, this.#context.catalog, table, id)) {
      this.remove(companion.table, companion.id)
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

  withOwnEvents<T>(work: () => T): T {
    this.#isSeparate = true
    try {
      return work()
    } finally {
      this.#isSeparate = false
    }
  }

  replaceReferences(table: string, from: Id, to: Id): void {
    forEachReferrer(this, this.#context.catalog, table, from, (reference, row) => {
      this.update(reference.table, row.id, replacedReference(reference, row, from, to))
    })
  }

  referrers(table: string, id: Id): Record<string, number> {
    return countReferrers(this, this.#context.catalog, table, id, isUse)
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
    return this.#actor.scopes?.has(scope) ?? true
  }
  isFlagOn(name: FlagName): boolean {
    return this.#context.flags()[name]
  }
  isHidden(table: string, row: AnyRow): boolean {
    return this.mayHide(table) && isHiddenByFlag(this, this.#context.catalog, table, row)
  }
  mayHide(table: string): boolean {
    return this.#context.catalog.hidingFlags(table).some((flag) => !this.isFlagOn(flag))
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
  numberFor(assumption: AssumedNumber): number {
    this.#behaviours.add(assumption)
    return Number(this.#context.alternatives().get(assumption.id) ?? assumption.range.default)
  }
  random(...path: (string | number)[]): RandomStream {
    return this.#context.random.stream(...path)
  }

  #resource(table: string): Resource {
    return this.#context.catalog.resources.get(table) as Resource
  }

  /** With the alternative, captures the records that show values of the rows. */
  #captureShown(table: string, ...rows: AnyRow[]): void {
    if (this.#silent > 0 || !this.#context.alternatives().has(derivedSilently.id)) return
    const { catalog, serializer } = this.#context
    this.#derived ??= new DerivedChanges({ tx: this, catalog, serializer })
    for (const row of rows) this.#derived.capture(table, row)
  }

  /** With the alternative, returns the changes of records that show other values now. */
  derivedChanges(own: readonly NetChange[]): NetChange[] {
    return this.#derived?.changes(own) ?? []
  }

  #note(event?: string): ChangeNote {
    return { silent: this.#silent > 0, event, isSeparate: this.#isSeparate }
  }
}

type RowsAndCatalog = Pick<TransactionContext, 'store' | 'catalog'>

/** Throws a 422 for a unique value that another row has. */
function assertUniqueValues(
  tx: Tx,
  { store, catalog }: RowsAndCatalog,
  table: string,
  row: AnyRow,
  before: AnyRow | undefined,
): void {
  for (const { name, spec } of catalog.uniqueColumns(table)) {
    const value = row[name] as Scalar
    if (value === null || before?.[name] === value) continue
    if (!store.findFirst(table, name, [value])) continue
    if (spec.unique && spec.unique !== true && !tx.assumes(spec.unique)) continue
    throw unprocessable({ [name]: ['has already been taken'] })
  }
}

/** Whether the API hides a row because the flag of its feature is off, or because it hides a referenced row. */
function isHiddenByFlag(
  tx: Pick<Tx, 'isFlagOn' | 'isHidden' | 'assumes' | 'find'>,
  catalog: Catalog,
  table: string,
  row: AnyRow,
): boolean {
  const hidesAll = (name: string): boolean => {
    const flagged = catalog.resources.get(name)?.flaggedRows
    return flagged !== undefined && !tx.isFlagOn(flagged.flag) && tx.assumes(flagged.assumption)
  }
  if (hidesAll(table)) return true
  return catalog.hidingReferences(table).some(({ name, spec }) => {
    const selector = spec.polymorphicTarget && String(row[spec.polymorphicTarget.field])
    const target = spec.target ?? spec.polymorphicTarget?.tables[selector ?? '']
    if (target === undefined) return false
    // Note: the event of a deleted row is hidden also if the same commit deleted the referenced row.
    if (hidesAll(target)) return true
    const referenced = tx.find<string>(target, row[name] as Id | null)
    return referenced !== undefined && tx.isHidden(target, referenced)
  })
}

interface ChangedRow {
  readonly table: string
  readonly id: Id
  readonly note: ChangeNote
}

/** Sets `updated_at` of the companions of a changed row. */
function touchCompanions(
  tx: Tx,
  { store, catalog }: RowsAndCatalog,
  { table, id, note }: ChangedRow,
): void {
  const { companions } = catalog.resources.get(table) as Resource
  if (companions.length === 0 || !tx.assumes(companionUpdated)) return
  for (const companion of companionRows(tx, catalog, table, id)) {
    const row: AnyRow = tx.get<string>(companion.table, companion.id)
    store.replace(
      companion.table,
      Object.freeze(Object.assign({}, row, { updated_at: tx.now })),
      note,
    )
  }
}
