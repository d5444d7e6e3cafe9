/** Checks what a test asks: a name that nobody has would find nothing, and prove nothing. */
import type { FieldSpec, Shape } from '../../define/fields.ts'
import type { Resource } from '../../define/resource.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { assertKnownKeys, isObject } from '../../machine/argument-checks.ts'

/** Refuses what is no object, and keys that a question does not have. */
export function assertQueryKeys(action: string, expected: unknown, known: readonly string[]): void {
  assertObject(action, expected)
  assertKnownKeys(expected as object, known, action)
}

/** Refuses fields that no row of a resource has, and words that a field never holds. */
export function assertKnownFields({ name, shape }: Resource, expected: unknown): void {
  const action = `look for ${name}`
  assertObject(action, expected)
  assertMembers(action, `field of ${name}`, shape, expected as object)
}

function assertMembers(action: string, kind: string, shape: Shape, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    const spec = shape[name]?.spec
    if (!spec) throw unknownNameError(kind, name, Object.keys(shape), action)
    assertFieldValue(action, name, spec, value)
  }
}

function assertFieldValue(action: string, name: string, spec: FieldSpec, value: unknown): void {
  if (spec.kind === 'enum' && typeof value === 'string') {
    const allowed = spec.options ?? []
    if (!allowed.includes(value)) throw unknownNameError(`value of ${name}`, value, allowed, action)
  }
  if (spec.kind === 'array' && spec.items && Array.isArray(value)) {
    for (const each of value) assertFieldValue(action, name, spec.items.spec, each)
  }
  if (spec.kind === 'object' && spec.shape && isPlainObject(value)) {
    assertMembers(action, `field of ${name}`, spec.shape, value)
  }
}

/** A matcher or a pattern asks in its own way. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function assertObject(action: string, expected: unknown): void {
  if (isObject(expected)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `${Array.isArray(expected) ? 'a list' : String(expected)} says nothing of what is looked for`,
    advice: 'Give an object that names what is to hold.',
  })
}
