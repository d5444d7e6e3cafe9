/**
 * Converts a stored row to the record that the service returns.
 *
 * Rows are immutable, so the JSON of a row is cached for the active flags. The JSON of computed fields
 * is cached until a row changes, and until the day changes if a field reads the day. Cached texts with addresses
 * below the base URL count for that base URL only. The caches keep the records that were added last.
 */
import type { BehaviourLog } from '../define/behaviour-log.ts'
import type { Field, FieldSpec } from '../define/fields.ts'
import type { FlagName } from '../service-types.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import { copyJson } from '../store/json-copy.ts'
import { RecentValues } from '../store/recent-values.ts'
import { oncePerTableVersion } from '../store/table.ts'
import type { Catalog } from './catalog.ts'

/** The number of texts of each kind that a resource keeps at least. */
const textsMin = 2_000

/** The result of some work, with the values that it depends on. */
export interface TrackedWork<T> {
  readonly result: T
  /** The calendar day, if the work has read it. */
  readonly day: string | undefined
  /** The base URL, if the work has read it. */
  readonly baseUrl: string | undefined
  /** The behaviours that the work has used. */
  readonly behaviours: BehaviourLog
}

/** The transaction of a serialization: it tracks what a computed field depends on. */
export interface SerializerTx extends Tx {
  /** A value that changes when a row changes; undefined in a transaction with changes. */
  readonly version: object | undefined
  /** The active alternatives of assumptions. */
  readonly alternatives: object
  /** Runs `work` and tracks the day, the base URL and the behaviours that it uses. */
  trackDependencies<T>(work: () => T): TrackedWork<T>
  /** Logs the behaviours of earlier work whose result is used again. */
  logBehaviours(behaviours: BehaviourLog): void
}

type ShownAs = NonNullable<FieldSpec['shownAs']>
type ComputeField = (tx: SerializerTx, row: never) => unknown

interface SerializerPlan {
  /** The stored fields that the record omits. */
  readonly omitted: readonly string[]
  /** The stored fields that each record shows as they are. */
  readonly stored: readonly string[]
  /** All fields of a record, without values. */
  readonly emptyRecord: Readonly<Record<string, undefined>>
  /** The stored fields whose shown value depends on other rows. */
  readonly shown: readonly (readonly [name: string, ...ShownAs])[]
  readonly computed: readonly (readonly [name: string, compute: ComputeField])[]
  /** Whether a record depends on its row only. */
  readonly isStored: boolean
  readonly storedTexts: RecentValues<AnyRow, StoredText>
  readonly computedTexts: RecentValues<AnyRow, ComputedText>
}

/** The JSON of the stored fields of a record. */
interface StoredText {
  readonly text: string
  /** The versions of the tables that the shown values depend on. */
  readonly versions: readonly (object | undefined)[]
  /** The base URL, if the record has shown values. */
  readonly baseUrl: string | undefined
}

/** The JSON of a record with computed fields, with the values that it depends on. */
interface ComputedText extends Omit<TrackedWork<unknown>, 'result'> {
  readonly text: string
  /** The version of the store. */
  readonly version: object
  readonly alternatives: object
}

export interface RecordSerializer {
  stringify(tx: SerializerTx, resource: string, row: AnyRow): string
  serialize(tx: SerializerTx, resource: string, row: AnyRow): Record<string, unknown>
}

/** Creates a serializer for a set of flags. A change of flags needs a new serializer. */
export function createRecordSerializer(
  catalog: Catalog,
  isOn: (flag: FlagName) => boolean,
): RecordSerializer {
  const plans = new Map<string, SerializerPlan>()

  function planFor(name: string): SerializerPlan {
    let plan = plans.get(name)
    if (!plan) {
      plan = serializerPlanOf(catalog.resources.get(name) as Resource, isOn)
      plans.set(name, plan)
    }
    return plan
  }

  /** Returns the text of an earlier call if the values that it depends on are the same. */
  function cachedText(plan: SerializerPlan, tx: SerializerTx, row: AnyRow): string | undefined {
    if (plan.isStored) return plan.storedTexts.get(row)?.text
    const cached = plan.computedTexts.get(row)
    const isValid =
      cached &&
      cached.version === tx.version &&
      cached.alternatives === tx.alternatives &&
      (cached.day === undefined || cached.day === tx.today) &&
      (cached.baseUrl === undefined || cached.baseUrl === tx.baseUrl)
    if (!isValid) return undefined
    tx.logBehaviours(cached.behaviours)
    return cached.text
  }

  function stringify(tx: SerializerTx, resource: string, row: AnyRow): string {
    const plan = planFor(resource)
    const cached = cachedText(plan, tx, row)
    if (cached !== undefined) return cached
    if (plan.isStored) return stringifyStored(plan, row, tx)
    const { result: text, ...reads } = tx.trackDependencies(() => stringifyComputed(plan, tx, row))
    const { version, alternatives } = tx
    if (version) plan.computedTexts.set(row, { text, version, alternatives, ...reads })
    return text
  }

  // Note: the record is a copy without a text between. Reading many records caches no text of them.
  function serialize(tx: SerializerTx, resource: string, row: AnyRow): Record<string, unknown> {
    const plan = planFor(resource)
    const cached = cachedText(plan, tx, row)
    return cached === undefined ? copyRecord(plan, tx, row) : JSON.parse(cached)
  }

  return { stringify, serialize }
}

// Note: a row that was just written is serialized once, for the response. Caching its JSON would cost
// more than it saves, so the cache is filled on reads only.
function stringifyStored(plan: SerializerPlan, row: AnyRow, tx: SerializerTx): string {
  const cached = plan.storedTexts.get(row)
  if (cached && isCurrent(plan, cached, tx)) return cached.text
  const record: Record<string, unknown> = { ...row }
  for (const name of plan.omitted) record[name] = undefined
  showValues(plan, tx, row, record)
  const text = JSON.stringify(record)
  const versions = plan.shown.map(([, table]) => shownVersion(tx, table))
  const baseUrl = plan.shown.length > 0 ? tx.baseUrl : undefined
  if (tx.version) plan.storedTexts.set(row, { text, versions, baseUrl })
  return text
}

// Note: a cached text refers to the version. The table itself would keep the rows of all its versions alive.
/** Returns an empty object that identifies the version of a table. */
const versionOf = oncePerTableVersion((): object => ({}))

const shownVersion = (tx: SerializerTx, table: string | undefined): object | undefined =>
  table === undefined ? undefined : versionOf(tx, table)

const isCurrent = (
  { shown }: SerializerPlan,
  { versions, baseUrl }: StoredText,
  tx: SerializerTx,
): boolean =>
  shown.length === 0 ||
  (baseUrl === tx.baseUrl && shown.every(([, table], i) => versions[i] === shownVersion(tx, table)))

/** Sets copies of the values that the record shows in place of the stored ones. */
function showValues(
  { shown }: SerializerPlan,
  tx: SerializerTx,
  row: AnyRow,
  record: Record<string, unknown>,
): void {
  for (const [name, , show] of shown)
    record[name] = copyJson(show(tx, row[name] as never, row as never))
}

function stringifyComputed(plan: SerializerPlan, tx: SerializerTx, row: AnyRow): string {
  let text = stringifyStored(plan, row, tx).slice(0, -1)
  for (const [name, compute] of plan.computed) {
    const value = compute(tx, row as never)
    if (value !== undefined) text += `${text === '{' ? '' : ','}"${name}":${JSON.stringify(value)}`
  }
  return `${text}}`
}

function copyRecord(plan: SerializerPlan, tx: SerializerTx, row: AnyRow): Record<string, unknown> {
  // Note: records with the same field order share one hidden class in the JavaScript engine.
  const record: Record<string, unknown> = { ...plan.emptyRecord }
  for (const name of plan.stored) record[name] = copyJson(row[name])
  showValues(plan, tx, row, record)
  for (const [name, compute] of plan.computed) record[name] = copyJson(compute(tx, row as never))
  for (const name in record) if (record[name] === undefined) delete record[name]
  return record
}

function serializerPlanOf({ shape }: Resource, isOn: (flag: FlagName) => boolean): SerializerPlan {
  const fields = Object.entries(shape)
  const isShown = ({ spec }: Field): boolean =>
    !spec.hidden && (spec.flag === undefined || isOn(spec.flag))
  const computedFields = fields.filter(
    ([, field]) => (field.spec.computed ?? field.spec.omittedWhen) && isShown(field),
  )
  const isStored = ({ spec }: Field): boolean => spec.computed === undefined
  const isAlwaysShown = (field: Field): boolean => isShown(field) && !field.spec.omittedWhen
  const namesOf = (isIncluded: (field: Field) => boolean): string[] =>
    fields.flatMap(([name, field]) => (isIncluded(field) ? [name] : []))
  const stored = namesOf((field) => isStored(field) && isAlwaysShown(field))
  const names = [...stored, ...computedFields.map(([name]) => name)]
  const shown = fields.flatMap(([name, field]) =>
    field.spec.shownAs && isStored(field) && isShown(field)
      ? [[name, ...field.spec.shownAs] as const]
      : [],
  )
  return {
    omitted: namesOf((field) => isStored(field) && !isAlwaysShown(field)),
    stored: stored.filter((name) => !shown.some(([shownName]) => shownName === name)),
    emptyRecord: Object.fromEntries(names.map((name) => [name, undefined])),
    shown,
    computed: computedFields.map(([name, { spec }]) => [name, computeFieldOf(name, spec)]),
    isStored: shown.length === 0 && computedFields.length === 0,
    storedTexts: new RecentValues(textsMin, () => new WeakMap()),
    computedTexts: new RecentValues(textsMin, () => new WeakMap()),
  }
}

/** Returns the function that computes a field; it returns undefined for a field that is left out. */
function computeFieldOf(name: string, { computed, omittedWhen }: FieldSpec): ComputeField {
  if (computed) return computed
  return (tx, row: AnyRow) => (omittedWhen?.(tx, row as never) ? undefined : row[name])
}
