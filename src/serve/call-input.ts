/** Parses the path, the query and the body of a call, and validates the body. */
import { assumed, behaviour } from '../define/behaviours.ts'
import { findVisible } from '../define/references.ts'
import { validate, type ValidationErrors } from '../define/validation.ts'
import { badRequest, notFound, unprocessable } from '../define/problems.ts'
import type { Tx } from '../define/tx.ts'
import { isObject } from '../machine/argument-checks.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { Call, CallInput, Check } from './call.ts'
import { fieldOf, parseQuery } from './query-input.ts'

const booleanFormats = behaviour(
  'input.boolean',
  'a request can send a boolean as true, false, 1 or 0',
)
const timestampFormats = behaviour(
  'input.timestamp',
  'a request sends timestamps as yyyy-MM-ddTHH:mm:ss.SSSZ',
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
  call.input = Object.assign(parseParams(operation, call), {
    query: parseQuery(operation, call, context.alternatives()),
    body: parseBody(operation, call, context),
  })
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
  const { values } = validate(tx, shape, sent, errors, findVisible)
  throwErrors(errors, tx)
  call.input = { ...call.input, body: values } as CallInput
}

function throwErrors(errors: ValidationErrors, tx: Tx): void {
  if (Object.keys(errors).length === 0) return
  if (tx.assumes(brokenRule)) throw unprocessable(errors, brokenRule)
  throw badRequest(errors, { behaviour: brokenRule })
}
