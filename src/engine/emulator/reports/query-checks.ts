/** Validates assertion arguments: a misspelt name would match nothing and pass silently. */
import { fieldOf, type FieldSpec, type Shape } from '../../define/fields.ts'
import type { Resource } from '../../define/resource.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import { assertKnownKeys, isObject } from '../../errors/argument-checks.ts'

/** Throws unless `expected` is an object with known keys. */
export function assertQueryKeys(action: string, expected: unknown, known: readonly string[]): void {
  assertObject(action, expected)
  assertKnownKeys(expected as object, known, action)
}

/** Throws for a field that the resource does not have, and for a value that an enum field does not have. */
export function assertKnownFields({ name, shape }: Resource, expected: unknown): void {
  const action = `match rows of ${name}`
  assertObject(action, expected)
  assertMembers(action, `field of ${name}`, shape, expected as object)
}

function assertMembers(action: string, kind: string, shape: Shape, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    const spec = fieldOf(shape, name)?.spec
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

/** False for matchers and regular expressions. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

export function assertObject(action: string, expected: unknown): void {
  if (isObject(expected)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `the expectation is ${Array.isArray(expected) ? 'a list' : String(expected)}`,
    advice: 'Give an object with the expected values.',
  })
}
