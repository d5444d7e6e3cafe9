/** Reads path, query and body by the shapes of the operation: the syntax first, the rules later. */
import { assumed, behaviour } from '../define/behaviours.ts'
import { check, type Errors } from '../define/validation.ts'
import { isDay } from '../define/calendar-day.ts'
import type { Field, FieldSpec, Shape } from '../define/fields.ts'
import { badRequest, notFound, unprocessable } from '../define/problems.ts'
import type { Tx } from '../define/tx.ts'
import { nearest } from '../machine/errors.ts'
import { isObject } from '../machine/argument-checks.ts'
import type { NamedOperation } from '../model/catalog.ts'
import type { Call, CallInput, Check } from './call.ts'

const booleans = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

const booleanForms = behaviour('input.boolean', 'a boolean is taken as true, false, 1 or 0')
const timestampForms = behaviour(
  'input.timestamp',
  'dates and times are sent as yyyy-MM-ddTHH:mm:ss.SSSZ',
)
const listedOnly = behaviour(
  'query.listed',
  'a filter or a sort value that is not listed for the operation is disallowed',
)
const strictQuery = assumed(
  'query.strict',
  'an unknown query parameter or a value that is not allowed is answered 400',
  {
    because: 'the document counts a disallowed filter among the 4xx, without a number',
    instead: 'what cannot be used is ignored',
  },
)
const malformed = assumed('body.malformed', 'a body that is no JSON object is answered 400', {
  because: 'nothing is said; the request could not even be read',
  instead: 'a body that is no JSON object is answered 422',
})
const brokenRule = assumed('body.rules', 'a body that breaks a rule is answered 422, with errors', {
  because: 'the document shows the shape of the errors; the contract lists 400 and 422',
  instead: 'a body that breaks a rule is answered 400',
})
const unknownField = assumed('body.unknown', 'a body field that is not known is ignored', {
  because: 'nothing is said; most services ignore it',
  instead: 'a body field that is not known is answered 422',
})
const flaggedField = assumed('flag.field', 'a body field whose flag is off is answered 422', {
  because: 'nothing is said; silence would hide the mistake',
  instead: 'a body field whose flag is off is ignored',
})

/** Reads the path parameters, the query and the JSON text of the body. */
export const parse: Check = (call, parts) => {
  const operation = call.operation as NamedOperation
  const lenient = parts.readings().has(strictQuery.id)
  const read = readQuery(operation.query, call, lenient)
  const query = lenient ? readable(operation, read) : insistOn(operation, read, call)
  call.input = Object.assign(readParams(operation, call), {
    query,
    body: readBody(operation, call, parts),
  })
}

type Query = Readonly<Record<string, unknown>>

function insistOn({ syntax }: NamedOperation, query: Query, call: Call): Query {
  try {
    syntax?.(query as never)
  } catch (problem) {
    call.used.push(strictQuery.number)
    throw problem
  }
  return query
}

/** The query without its cursor, where that cannot be read or cannot stand beside the rest. */
function readable({ syntax }: NamedOperation, query: Query): Query {
  try {
    syntax?.(query as never)
    return query
  } catch {
    const { cursor: _, ...rest } = query
    return rest
  }
}

function readParams({ params }: NamedOperation, call: Call): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(call.params)) {
    const text = decode(raw)
    const { kind, options } = params[name]?.spec ?? {}
    if (options && !options.includes(text)) throw notFound(`${name} cannot be ${text}`)
    read[name] = kind === 'integer' && /^\d+$/.test(text) ? Number(text) : text
  }
  return read
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readQuery(shape: Shape, call: Call, lenient: boolean): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  if (call.url.search === '') return read
  for (const name of new Set(call.url.searchParams.keys())) {
    const spec = fieldOf(shape, name)?.spec
    const texts = call.url.searchParams.getAll(name)
    const value = spec && readTexts(spec, texts)
    if (value !== undefined) read[name] = value
    else {
      call.used.push(listedOnly.number, strictQuery.number)
      if (!lenient)
        throw badRequest({ [name]: [complaint(name, shape)] }, { behaviour: strictQuery })
    }
  }
  return read
}

/** The field of that name; what every object has is none. */
const fieldOf = (shape: Shape, name: string): Field | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined

function complaint(name: string, shape: Shape): string {
  const field = fieldOf(shape, name)
  if (field) return `cannot take this value; it is ${describe(field.spec)}`
  const near = nearest(name, Object.keys(shape))
  return `is not a parameter of this operation${near ? `; did you mean ${near}?` : ''}`
}

function describe({ kind, options, items, format, min, max }: FieldSpec): string {
  if (items) return `one or more of: ${describe(items.spec)}`
  if (options) return options.join(', ')
  const range = min === undefined ? '' : ` from ${min} to ${max}`
  return `${format ?? kind}${range}`
}

function readTexts(spec: FieldSpec, texts: readonly string[]): unknown {
  if (spec.kind === 'array') {
    const values = texts.map((text) => readText((spec.items as Field).spec, text))
    return values.includes(undefined) ? undefined : values
  }
  return texts.length === 1 ? readText(spec, texts[0] as string) : undefined
}

function readText(spec: FieldSpec, text: string): unknown {
  const { kind, options, format, min = -Infinity, max = Infinity } = spec
  if (kind === 'integer' || kind === 'number') {
    const form = kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
    const value = Number(text)
    return form.test(text) && value >= min && value <= max ? value : undefined
  }
  if (kind === 'boolean') return booleans.get(text)
  if (options) return options.includes(text) ? text : undefined
  if (format === 'date' || format === 'timestamp') return readMoment(format, text)
  return text
}

function readMoment(format: 'date' | 'timestamp', text: string): string | undefined {
  const isForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(
    text,
  )
  const ms = isForm ? Date.parse(text) : Number.NaN
  const day = text.slice(0, 10)
  if (Number.isNaN(ms) || !isDay(day)) return undefined
  return format === 'date' ? day : new Date(ms).toISOString()
}

function readBody({ body }: NamedOperation, call: Call, parts: Pick<CallParts, 'readings'>) {
  if (!body || call.text === undefined || call.text === '') return {}
  const value = parseJson(call.text)
  if (isObject(value)) return value
  call.used.push(malformed.number)
  const errors = { base: ['is not a JSON object'] }
  if (parts.readings().has(malformed.id)) throw unprocessable(errors, malformed)
  throw badRequest(errors, { behaviour: malformed })
}

type CallParts = Parameters<Check>[1]

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks the body against its shape, the flags in force and the records that it refers to. */
export function obeyRules(call: Call, tx: Tx): void {
  const shape = call.operation?.body
  if (!shape) return
  const sent = call.input.body
  const errors: Errors = {}
  for (const name of Object.keys(sent)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec) {
      if (!tx.takes(unknownField)) errors[name] = ['is not known']
    } else if (spec.flag && !tx.flag(spec.flag) && tx.takes(flaggedField)) {
      errors[name] = [`needs the feature ${spec.flag}`]
    } else if (spec.kind === 'boolean') tx.uses(booleanForms)
    else if (spec.format === 'date' || spec.format === 'timestamp') tx.uses(timestampForms)
  }
  const { values } = check(tx, shape, sent, errors)
  refuse(errors, tx)
  call.input = { ...call.input, body: values } as CallInput
}

function refuse(errors: Errors, tx: Tx): void {
  if (Object.keys(errors).length === 0) return
  if (tx.takes(brokenRule)) throw unprocessable(errors, brokenRule)
  throw badRequest(errors, { behaviour: brokenRule })
}
