/** Tracks the resource and the emulator of each returned record, so that the wrong record throws. */
import { fieldOf, type Field } from '../define/fields.ts'
import { isPromise } from '../errors/argument-checks.ts'
import { EmulatorError, textOf } from '../errors/errors.ts'

/** The emulator that a record comes from: an emulator and its forks have the same lineage. */
export interface RecordOwner {
  readonly lineage: object
}

interface RecordOrigin extends RecordOwner {
  readonly resource: string
}

// Note: all emulators share this map. It only serves error checks, and it does not retain records.
const originByRecord = new WeakMap<object, RecordOrigin>()

/** Records of a longer list are not tracked: tracking takes a third of the time that copying takes. */
export const trackedRecordsMax = 1_000

/** Stores the resource and the owner of a record and returns the record. */
export function trackRecord<T>({ lineage }: RecordOwner, resource: string, record: T): T {
  if (typeof record === 'object' && record !== null)
    originByRecord.set(record, { resource, lineage })
  return record
}

/** Whether an emulator returned the value as a record. */
export const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && originByRecord.has(value)

/** The expected resource of an argument, with its place for error messages. */
interface ExpectedRecord {
  readonly resource: string
  /** The name of the argument: `secondary`. */
  readonly name: string
  /** The action in error messages: `merge users`. */
  readonly action: string
}

/**
 * Returns the id of a record; other values unchanged. Throws for a record of another resource and of another
 * emulator, whose id may exist here too.
 */
export function toId(
  { lineage }: RecordOwner,
  value: unknown,
  { resource, name, action }: ExpectedRecord,
): unknown {
  if (isPromise(value) || Array.isArray(value))
    throw notOneRecord(value, { resource, name, action })
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  const origin = originByRecord.get(value)
  const isOfResource = origin === undefined || origin.resource === resource
  if (isOfResource && (origin ?? { lineage }).lineage === lineage) return value.id
  throw new EmulatorError('wrong_record', {
    action,
    reason: `\`${name}\` is a record of ${isOfResource ? 'another emulator' : origin.resource}`,
    advice: isOfResource
      ? `Give a record that this emulator returned, or an id.`
      : `Give a record of ${resource}, or its id.`,
  })
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
