/** Validates assertion arguments: a misspelt name would match nothing and pass silently. */
import { fieldOf, type FieldSpec, type Shape } from '../../define/fields.ts'
import { nearestParameter } from '../../define/list-query.ts'
import type { Resource } from '../../define/resource.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import { isRecord } from '../../kit/record-origin.ts'
import { isDateText } from '../../kit/rows/date-values.ts'
import { isMatcher, isObject, isPlainObject, quoteValue } from '../../errors/argument-checks.ts'

/** Throws for a field that the resource does not have, and for a value that an enum field does not have. */
export function assertKnownFields({ name, shape }: Resource, expected: unknown): void {
  const action = `match rows of ${name}`
  assertObject(action, expected, rowAdvice)
  const check = { action, checksValues: true, resolvesReferences: true }
  assertMembers(check, `field of ${name}`, shape, expected as object)
  assertNoUndefined(action, expected as object)
}

/** Throws for a value that is undefined, such as the id of a record that a test did not find. */
export function assertNoUndefined(action: string, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) continue
    throw new EmulatorError('bad_query', {
      action,
      reason: `${name} is undefined`,
      advice: 'Give null for a field without a value, or leave the field out.',
    })
  }
}

/** Throws for a field that the body of a call does not have. Its values may be any: a service refuses some. */
export function assertBodyFields(action: string, shapes: readonly Shape[], body: unknown): void {
  if (isJsonText(body))
    throw new EmulatorError('bad_query', {
      action,
      reason: 'the body is the text of JSON, and a call has the parsed body',
      advice: 'Give the object, without `JSON.stringify`.',
    })
  const shape = Object.assign({}, ...shapes) as Shape
  if (isPlainObject(body))
    assertMembers({ action, checksValues: false }, 'field of the body', shape, body)
}

function isJsonText(body: unknown): boolean {
  try {
    return typeof body === 'string' && typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

/**
 * Throws for a query parameter that an operation does not have, and for a value that an enumeration does not have, unless
 * a call had it. `sent` has the names, and each name with its value: `status=active`.
 */
export function assertParameters(
  action: string,
  shape: Shape,
  query: object,
  sent: ReadonlySet<string>,
): void {
  for (const [key, value] of Object.entries(query)) {
    // Note: brackets are a form of a list.
    const name = key.replace(/\[\d*\]$/, '')
    const spec = fieldOf(shape, name)?.spec
    if (!spec && !sent.has(key)) {
      const near = nearestParameter(name, shape)
      throw unknownNameError('parameter', name, Object.keys(shape), action, near)
    }
    const allowed = spec?.options ?? spec?.items?.spec.options
    if (!allowed || typeof value !== 'string' || sent.has(`${key}=${value}`)) continue
    const unknown = value.split(',').find((part) => !allowed.includes(part))
    if (unknown !== undefined) throw unknownNameError(`value of ${name}`, unknown, allowed, action)
  }
}

/** The fields of a payload: those beside the data, the keys of the data, and the fields of the data. */
export interface PayloadFields {
  readonly names: readonly string[]
  readonly dataKeys: readonly string[]
  readonly data: Shape
}

/** Throws for a field that the payload of an event does not have. */
export function assertPayloadFields(
  action: string,
  { names, dataKeys, data }: PayloadFields,
  payload: unknown,
): void {
  if (!isPlainObject(payload)) return
  const known = [...names, ...dataKeys]
  const [dataKey] = dataKeys
  for (const [name, value] of Object.entries(payload)) {
    const meant = fieldOf(data, name) && `${dataKey}.${name}`
    if (!known.includes(name))
      throw unknownNameError('field of the payload', name, known, action, meant)
    if (dataKeys.includes(name) && isPlainObject(value))
      assertMembers({ action, checksValues: true }, `field of ${name}`, data, value)
  }
}

interface MemberCheck {
  readonly action: string
  /** Whether a value outside an enumeration is refused. */
  readonly checksValues: boolean
  /** Whether a record can stand for its id in a reference, and a `Date` for its text. Default: false. */
  readonly resolvesReferences?: boolean
}

const takesRecord = (
  { resolvesReferences = false }: MemberCheck,
  { kind, target, polymorphicTarget }: FieldSpec,
): boolean =>
  kind === 'object' ||
  (resolvesReferences && (target !== undefined || polymorphicTarget !== undefined))

function assertMembers(check: MemberCheck, kind: string, shape: Shape, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec) throw unknownNameError(kind, name, Object.keys(shape), check.action)
    assertFieldValue(check, name, spec, value)
  }
}

function assertFieldValue(check: MemberCheck, name: string, spec: FieldSpec, value: unknown): void {
  const { action, checksValues } = check
  if (!takesRecord(check, spec)) assertNoRecord(action, name, value)
  if (!check.resolvesReferences) assertNoDate(action, name, value)
  if (checksValues && spec.kind === 'enum' && typeof value === 'string') {
    const allowed = spec.options ?? []
    if (!allowed.includes(value)) throw unknownNameError(`value of ${name}`, value, allowed, action)
  }
  if (checksValues) {
    assertValueType(action, name, spec, value)
    assertDateText(check, name, spec, value)
  }
  if (spec.kind === 'array' && spec.items && Array.isArray(value)) {
    for (const each of value) assertFieldValue(check, name, spec.items.spec, each)
  }
  if (spec.kind === 'object' && spec.shape && isPlainObject(value)) {
    assertMembers(check, `field of ${name}`, spec.shape, value)
  }
}

/** The type of the values of a field in JSON, by its kind. A decimal is stored as a text. */
const typesOfKinds: Readonly<Partial<Record<FieldSpec['kind'], string>>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  string: 'string',
}

/** Throws for a text in the place of a number, and similar values, which no value of the field equals. */
function assertValueType(action: string, name: string, spec: FieldSpec, value: unknown): void {
  const type = typesOfKinds[spec.kind]
  const isPrimitive = ['string', 'number', 'boolean'].includes(typeof value)
  if (type === undefined || !isPrimitive || typeof value === type) return
  if (spec.format === 'decimal') return
  throw new EmulatorError('bad_query', {
    action,
    reason: `${name} is ${quoteValue(value)}, and its values have the type ${type}`,
    advice: `Give a ${type} or a matcher.`,
  })
}

/** Throws for a date that no calendar has, for a date in place of a timestamp, and for a relative date in JSON. */
function assertDateText(
  { action, resolvesReferences = false }: MemberCheck,
  name: string,
  { format }: FieldSpec,
  value: unknown,
): void {
  if ((format !== 'date' && format !== 'timestamp') || typeof value !== 'string') return
  const isRelative = resolvesReferences && /^[+-]/.test(value)
  if (isRelative || isDateText(format, value)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `${name} is ${quoteValue(value)}, which is not a ${format === 'date' ? 'calendar date' : 'timestamp'}`,
    advice: `Give a text such as "${dateExamples[format]}"${resolvesReferences ? ', a Date, or a relative date such as "-2w"' : ''}.`,
  })
}

const dateExamples = { date: '2026-03-01', timestamp: '2026-03-01T09:00:00.000Z' } as const

/** Throws for a `Date` in JSON, which has its text. */
function assertNoDate(action: string, name: string, value: unknown): void {
  if (!(value instanceof Date)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `${name} is a Date, and JSON has a text`,
    advice: 'Give its text, such as `date.toISOString()`.',
  })
}

/** Throws for a record in the place of its id, which no value equals. */
function assertNoRecord(action: string, name: string, value: unknown): void {
  if (!isRecord(value)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `${name} is a record`,
    advice: `Give its id, such as { ${name}: record.id }.`,
  })
}

/** Throws for a record among the parameters of a call. */
export function assertNoRecords(action: string, parameters: object): void {
  for (const [name, value] of Object.entries(parameters)) assertNoRecord(action, name, value)
}

/** A number in place of the values of a row is its id. */
export const rowAdvice = (id: number): string => `Give { id: ${id} }.`

/** `numberAdvice` tells what a number in place of the object probably means. */
export function assertObject(
  action: string,
  expected: unknown,
  numberAdvice = (number: number) => `Give { times: ${number} } for the number of matches.`,
): void {
  if (isMatcher(expected))
    throw new EmulatorError('bad_query', {
      action,
      reason: 'the expectation is a matcher',
      advice:
        'Give an object, whose values may be matchers, such as { body: expect.objectContaining({ … }) } for calls.',
    })
  if (isObject(expected)) return
  throw new EmulatorError('bad_query', {
    action,
    reason: `the expectation is ${Array.isArray(expected) ? 'a list' : quoteValue(expected)}`,
    advice:
      typeof expected === 'number'
        ? numberAdvice(expected)
        : 'Give an object with the expected values.',
  })
}
