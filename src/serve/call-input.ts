/** Parses the path, the query and the body of a call, and validates the body. */
import { assumed, behaviour } from '../define/behaviours.ts'
import { validate, type ValidationErrors } from '../define/validation.ts'
import { isCalendarDay } from '../define/calendar-day.ts'
import type { Field, FieldSpec, Shape } from '../define/fields.ts'
import { badRequest, notFound, unprocessable } from '../define/problems.ts'
import type { Tx } from '../define/tx.ts'
import { nearestName } from '../machine/errors.ts'
import { isObject } from '../machine/argument-checks.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { Call, CallInput, Check } from './call.ts'

const booleanValues = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

const booleanFormats = behaviour(
  'input.boolean',
  'a request can send a boolean as true, false, 1 or 0',
)
const timestampFormats = behaviour(
  'input.timestamp',
  'a request sends timestamps as yyyy-MM-ddTHH:mm:ss.SSSZ',
)
const listedOnly = behaviour(
  'query.listed',
  'a filter or sort value that is not listed for the operation is not allowed',
)
const strictQuery = assumed(
  'query.strict',
  'an unknown query parameter or an invalid value is answered with 400',
  {
    reason: 'the document lists a disallowed filter under 4xx errors, without a code',
    alternative: 'unknown parameters and invalid values are ignored',
  },
)
const malformed = assumed(
  'body.malformed',
  'a body that is not a JSON object is answered with 400',
  {
    reason: 'the document does not say; the request cannot be parsed',
    alternative: 'a body that is not a JSON object is answered with 422',
  },
)
const brokenRule = assumed('body.rules', 'an invalid body is answered with 422 and errors', {
  reason: 'the document shows the form of the errors; the contract lists 400 and 422',
  alternative: 'an invalid body is answered with 400',
})
const unknownField = assumed('body.unknown', 'an unknown body field is ignored', {
  reason: 'the document does not say; most services ignore unknown fields',
  alternative: 'an unknown body field is answered with 422',
})
const flaggedField = assumed(
  'flag.field',
  'a body field with a disabled flag is answered with 422',
  {
    reason: 'the document does not say; ignoring the field would hide the mistake',
    alternative: 'a body field with a disabled flag is ignored',
  },
)

/** Parses the path parameters, the query and the JSON text of the body. */
export const parseCallInput: Check = (call, context) => {
  const operation = call.operation as CatalogOperation
  const isLenient = context.alternatives().has(strictQuery.id)
  const queryValues = parseQuery(operation.query, call, isLenient)
  const query = isLenient
    ? withoutBadCursor(operation, queryValues)
    : assertQuerySyntax(operation, queryValues, call)
  call.input = Object.assign(parseParams(operation, call), {
    query,
    body: parseBody(operation, call, context),
  })
}

type Query = Readonly<Record<string, unknown>>

function assertQuerySyntax({ assertQuery }: CatalogOperation, query: Query, call: Call): Query {
  try {
    assertQuery?.(query as never)
  } catch (problem) {
    call.behaviours.add(strictQuery)
    throw problem
  }
  return query
}

/** Removes an invalid cursor, or a cursor that conflicts with other parameters, from the query. */
function withoutBadCursor({ assertQuery }: CatalogOperation, query: Query): Query {
  try {
    assertQuery?.(query as never)
    return query
  } catch {
    const { cursor: _, ...rest } = query
    return rest
  }
}

function parseParams({ params }: CatalogOperation, call: Call): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(call.params)) {
    const text = decode(raw)
    const { kind, options } = params[name]?.spec ?? {}
    if (options && !options.includes(text)) throw notFound(`${name} cannot be ${text}`)
    values[name] = kind === 'integer' && /^\d+$/.test(text) ? Number(text) : text
  }
  return values
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseQuery(shape: Shape, call: Call, isLenient: boolean): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (call.url.search === '') return values
  for (const name of new Set(call.url.searchParams.keys())) {
    const spec = fieldOf(shape, name)?.spec
    const texts = call.url.searchParams.getAll(name)
    const value = spec && parseValues(spec, texts)
    if (value !== undefined) values[name] = value
    else {
      call.behaviours.add(listedOnly)
      call.behaviours.add(strictQuery)
      if (!isLenient)
        throw badRequest({ [name]: [queryError(name, shape)] }, { behaviour: strictQuery })
    }
  }
  return values
}

/** The field with a name. Properties of `Object.prototype` are not fields. */
const fieldOf = (shape: Shape, name: string): Field | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined

function queryError(name: string, shape: Shape): string {
  const field = fieldOf(shape, name)
  if (field) return `cannot take this value; it is ${describeField(field.spec)}`
  const near = nearestName(name, Object.keys(shape))
  return `is not a parameter of this operation${near ? `; did you mean ${near}?` : ''}`
}

function describeField({ kind, options, items, format, min, max }: FieldSpec): string {
  if (items) return `one or more of: ${describeField(items.spec)}`
  if (options) return options.join(', ')
  const range = min === undefined ? '' : ` from ${min} to ${max}`
  return `${format ?? kind}${range}`
}

function parseValues(spec: FieldSpec, texts: readonly string[]): unknown {
  if (spec.kind === 'array') {
    const values = texts.map((text) => parseValue((spec.items as Field).spec, text))
    return values.includes(undefined) ? undefined : values
  }
  return texts.length === 1 ? parseValue(spec, texts[0] as string) : undefined
}

function parseValue(spec: FieldSpec, text: string): unknown {
  const { kind, options, format, min = -Infinity, max = Infinity } = spec
  if (kind === 'integer' || kind === 'number') {
    const pattern = kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
    const value = Number(text)
    return pattern.test(text) && value >= min && value <= max ? value : undefined
  }
  if (kind === 'boolean') return booleanValues.get(text)
  if (options) return options.includes(text) ? text : undefined
  if (format === 'date' || format === 'timestamp') return parseTimestamp(format, text)
  return text
}

function parseTimestamp(format: 'date' | 'timestamp', text: string): string | undefined {
  const hasFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(
    text,
  )
  const ms = hasFormat ? Date.parse(text) : Number.NaN
  const day = text.slice(0, 10)
  if (Number.isNaN(ms) || !isCalendarDay(day)) return undefined
  return format === 'date' ? day : new Date(ms).toISOString()
}

function parseBody(
  { body }: CatalogOperation,
  call: Call,
  context: Pick<CheckContext, 'alternatives'>,
) {
  if (!body || call.text === undefined || call.text === '') return {}
  const value = parseJson(call.text)
  if (isObject(value)) return value
  call.behaviours.add(malformed)
  const errors = { base: ['is not a JSON object'] }
  if (context.alternatives().has(malformed.id)) throw unprocessable(errors, malformed)
  throw badRequest(errors, { behaviour: malformed })
}

type CheckContext = Parameters<Check>[1]

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Validates the body: its shape, the active flags and the referenced records. */
export function validateBody(call: Call, tx: Tx): void {
  const shape = call.operation?.body
  if (!shape) return
  const sent = call.input.body
  const errors: ValidationErrors = {}
  for (const name of Object.keys(sent)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec) {
      if (!tx.assumes(unknownField)) errors[name] = ['is not known']
    } else if (spec.flag && !tx.isFlagOn(spec.flag) && tx.assumes(flaggedField)) {
      errors[name] = [`needs the feature ${spec.flag}`]
    } else if (spec.kind === 'boolean') tx.logBehaviour(booleanFormats)
    else if (spec.format === 'date' || spec.format === 'timestamp')
      tx.logBehaviour(timestampFormats)
  }
  const { values } = validate(tx, shape, sent, errors)
  throwErrors(errors, tx)
  call.input = { ...call.input, body: values } as CallInput
}

function throwErrors(errors: ValidationErrors, tx: Tx): void {
  if (Object.keys(errors).length === 0) return
  if (tx.assumes(brokenRule)) throw unprocessable(errors, brokenRule)
  throw badRequest(errors, { behaviour: brokenRule })
}
