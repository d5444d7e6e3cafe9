/** Checks what a test asks: a name that nobody has would find nothing, and prove nothing. */
import type { FieldSpec, Shape } from '../../define/fields.ts'
import type { Resource } from '../../define/resource.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { insistOnKeys, isObject } from '../../machine/argument-checks.ts'

/** Refuses what is no object, and keys that a question does not have. */
export function insistOnQuestion(could: string, like: unknown, known: readonly string[]): void {
  insistOnObject(could, like)
  insistOnKeys(like as object, known, could)
}

/** Refuses fields that no row of a resource has, and words that a field never holds. */
export function insistOnFields({ name, shape }: Resource, like: unknown): void {
  const could = `look for ${name}`
  insistOnObject(could, like)
  insistOnMembers(could, `field of ${name}`, shape, like as object)
}

function insistOnMembers(could: string, kind: string, shape: Shape, like: object): void {
  for (const [name, value] of Object.entries(like)) {
    const spec = shape[name]?.spec
    if (!spec) throw unknownName(kind, name, Object.keys(shape), could)
    insistOnValue(could, name, spec, value)
  }
}

function insistOnValue(could: string, name: string, spec: FieldSpec, value: unknown): void {
  if (spec.kind === 'enum' && typeof value === 'string') {
    const words = spec.options ?? []
    if (!words.includes(value)) throw unknownName(`value of ${name}`, value, words, could)
  }
  if (spec.kind === 'array' && spec.items && Array.isArray(value)) {
    for (const each of value) insistOnValue(could, name, spec.items.spec, each)
  }
  if (spec.kind === 'object' && spec.shape && isPlain(value)) {
    insistOnMembers(could, `field of ${name}`, spec.shape, value)
  }
}

/** A matcher or a pattern asks in its own way. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function insistOnObject(could: string, like: unknown): void {
  if (isObject(like)) return
  throw new EmulatorError('bad_question', {
    could,
    because: `${Array.isArray(like) ? 'a list' : String(like)} says nothing of what is looked for`,
    advice: 'Give an object that names what is to hold.',
  })
}
