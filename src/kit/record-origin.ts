/** Remembers of which resource a record is that was handed out, so that it is not taken for another. */
import type { Field } from '../define/fields.ts'
import { EmulatorError } from '../machine/errors.ts'

// Note: nothing follows from it but a refusal, so emulators may share it; it holds no record back.
const resourceByRecord = new WeakMap<object, string>()

/** The record, which will be known again. */
export function trackRecord<T>(resource: string, record: T): T {
  if (typeof record === 'object' && record !== null) resourceByRecord.set(record, resource)
  return record
}

/** What is asked for: the resource of which an id is wanted, and where it is said. */
export interface ExpectedRecord {
  readonly resource: string
  /** What it is said under: `secondary`. */
  readonly name: string
  /** What is attempted, for the message: `merge users`. */
  readonly action: string
}

/** The id that a record stands for; anything else is left as it is. */
export function toId(value: unknown, { resource, name, action }: ExpectedRecord): unknown {
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  const origin = resourceByRecord.get(value)
  if (origin === undefined || origin === resource) return value.id
  throw new EmulatorError('wrong_record', {
    action,
    reason: `\`${name}\` is a record of ${origin}`,
    advice: `Give one of ${resource}, or its id.`,
  })
}

/** Where a value is said, with what is said beside it. */
export interface ArgumentPlace extends Omit<ExpectedRecord, 'resource'> {
  readonly siblings?: Readonly<Record<string, unknown>>
}

/** A value with ids in place of records, however deep they stand in it. */
export function replaceRecords({ spec }: Field, value: unknown, place: ArgumentPlace): unknown {
  const { items, shape, polymorphicTarget } = spec
  const resource =
    spec.target ?? polymorphicTarget?.tables[String(place.siblings?.[polymorphicTarget.field])]
  if (resource !== undefined) return toId(value, { resource, ...place })
  if (items && Array.isArray(value)) return value.map((each) => replaceRecords(items, each, place))
  if (!shape || typeof value !== 'object' || value === null) return value
  if ('asymmetricMatch' in value) return value
  const entries = Object.entries(value).map(([name, part]) => {
    const field = shape[name]
    return [name, field ? replaceRecords(field, part, { ...place, name }) : part]
  })
  return Object.fromEntries(entries)
}
