/** Remembers of which resource a record is that was handed out, so that it is not taken for another. */
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
