/** Remembers of which resource a record is that was handed out, so that it is not taken for another. */
import type { Field } from '../define/fields.ts'
import { EmulatorError } from '../machine/errors.ts'

// Note: nothing follows from it but a refusal, so emulators may share it; it holds no record back.
const resourceOf = new WeakMap<object, string>()

/** The record, which will be known again. */
export function handed<T>(resource: string, record: T): T {
  if (typeof record === 'object' && record !== null) resourceOf.set(record, resource)
  return record
}

/** What is asked for: the resource of which an id is wanted, and where it is said. */
export interface Wanted {
  readonly resource: string
  /** What it is said under: `secondary`. */
  readonly name: string
  /** What is attempted, for the message: `merge users`. */
  readonly could: string
}

/** The id that a record stands for; anything else is left as it is. */
export function idOf(value: unknown, { resource, name, could }: Wanted): unknown {
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  const known = resourceOf.get(value)
  if (known === undefined || known === resource) return value.id
  throw new EmulatorError('wrong_record', {
    could,
    because: `\`${name}\` is a record of ${known}`,
    advice: `Give one of ${resource}, or its id.`,
  })
}

/** Where a value is said, with what is said beside it. */
export interface Place extends Omit<Wanted, 'resource'> {
  readonly said?: Readonly<Record<string, unknown>>
}

/** A value with ids in place of records, however deep they stand in it. */
export function idsIn({ spec }: Field, value: unknown, place: Place): unknown {
  const { items, shape, via } = spec
  const resource = spec.to ?? via?.tables[String(place.said?.[via.field])]
  if (resource !== undefined) return idOf(value, { resource, ...place })
  if (items && Array.isArray(value)) return value.map((each) => idsIn(items, each, place))
  if (!shape || typeof value !== 'object' || value === null) return value
  if ('asymmetricMatch' in value) return value
  const parts = Object.entries(value).map(([name, part]) => {
    const field = shape[name]
    return [name, field ? idsIn(field, part, { ...place, name }) : part]
  })
  return Object.fromEntries(parts)
}
