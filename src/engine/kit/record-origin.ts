/** Tracks the resource and the history of each returned record, so that the wrong record throws. */
import { fieldOf, type Field } from '../define/fields.ts'
import { isPromise } from '../errors/argument-checks.ts'
import { defined } from '../errors/defined.ts'
import { EmulatorError, textOf } from '../errors/errors.ts'
import type { Id } from '../store/keys.ts'
import { type History, isInHistory } from '../model/history.ts'

/** The emulator that a record comes from. */
export interface RecordOwner {
  readonly history: History
}

interface RecordOrigin extends RecordOwner {
  readonly resource: string
}

// Note: all emulators share this map. It only serves error checks, and it does not retain records.
const originByRecord = new WeakMap<object, RecordOrigin>()

/** Records of a longer list are not tracked: tracking takes a third of the time that copying takes. */
export const trackedRecordsMax = 1_000

/** Stores the resource and the owner of a record and returns the record. */
export function trackRecord<T>({ history }: RecordOwner, resource: string, record: T): T {
  if (typeof record === 'object' && record !== null)
    originByRecord.set(record, { resource, history })
  return record
}

/** Whether an emulator returned the value as a record. */
export const isRecord = (value: unknown): boolean => originByRecord.has(value as object)

/** The expected resource of an argument, with its place for error messages. */
interface ExpectedRecord {
  readonly resource: string
  /** The name of the argument: `secondary`. */
  readonly name: string
  /** The action in error messages: `merge users`. */
  readonly action: string
}

/**
 * Returns the id of a record; other values unchanged. Throws for a record of another resource, of another emulator
 * and of another state, whose id may exist here too.
 */
export function toId(
  { history }: RecordOwner,
  value: unknown,
  { resource, name, action }: ExpectedRecord,
): unknown {
  if (isPromise(value) || Array.isArray(value))
    throw notOneRecord(value, { resource, name, action })
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  const origin = originByRecord.get(value)
  if (origin === undefined) return value.id
  const [reason, advice] = differenceOf(origin, { resource, history }, value.id) ?? []
  if (reason === undefined) return value.id
  throw new EmulatorError('wrong_record', {
    action,
    reason: `\`${name}\` is a record ${reason}`,
    ...defined({ advice }),
  })
}

/** Why a record cannot stand for its id, with advice; undefined if it can. */
function differenceOf(
  origin: RecordOrigin,
  { resource, history }: RecordOrigin,
  id: unknown,
): readonly [reason: string, advice: string] | undefined {
  if (origin.resource !== resource)
    return [`of ${origin.resource}`, `Give a record of ${resource}, or its id.`]
  if (origin.history.lineage !== history.lineage)
    return ['of another emulator', 'Give a record that this emulator returned, or an id.']
  if (isInHistory(history, origin.history, resource, id as Id)) return undefined
  return [
    'of another state: from before `reset` or `restore`, or from a fork or the emulator of a fork',
    'Give a record that this emulator returned since then, or an id.',
  ]
}

/** The error for a promise of a record, and for a list of records. */
function notOneRecord(value: object, { resource, name, action }: ExpectedRecord): EmulatorError {
  const [type, advice] = Array.isArray(value)
    ? [`a list of ${value.length}`, `Give one record of ${textOf(resource)}, or its id.`]
    : ['a promise', 'Await it.']
  return new EmulatorError('wrong_record', { action, reason: `\`${name}\` is ${type}`, advice })
}

/** The place of an argument, with the other arguments of the same object. */
interface ArgumentPlace extends Omit<ExpectedRecord, 'resource'> {
  readonly siblings?: Readonly<Record<string, unknown>>
}

/** Replaces records by their ids in a value, including lists and nested objects. */
export function replaceRecords(
  owner: RecordOwner,
  { spec }: Field,
  value: unknown,
  place: ArgumentPlace,
): unknown {
  const { items, shape, polymorphicTarget } = spec
  const resource =
    spec.target ?? polymorphicTarget?.tables[textOf(place.siblings?.[polymorphicTarget.field])]
  if (resource !== undefined) return toId(owner, value, { resource, ...place })
  if (items && Array.isArray(value))
    return value.map((each) => replaceRecords(owner, items, each, place))
  if (!shape || typeof value !== 'object' || value === null) return value
  if ('asymmetricMatch' in value) return value
  const entries = Object.entries(value).map(([name, part]) => {
    const field = fieldOf(shape, name)
    return [name, field ? replaceRecords(owner, field, part, { ...place, name }) : part]
  })
  return Object.fromEntries(entries)
}
