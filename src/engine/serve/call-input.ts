/** Parses the path, the query and the body of a call, and validates the body. */
import { fieldOf, type Field, type FieldSpec, type Shape } from '../define/fields.ts'
import { findVisible, shapeFor } from '../define/references.ts'
import { validate, type ValidationErrors } from '../define/validation.ts'
import type { Resource } from '../define/resource.ts'
import { badRequest, notFound, Problem, unprocessable } from '../define/problems.ts'
import type { Tx } from '../define/tx.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'
import type { Call, CallInput, Check, ServeContext } from './call.ts'
import { leadingNumber, storedValueOf } from './path-records.ts'
import {
  unknownId,
  booleanFormats,
  brokenRule,
  flaggedField,
  formBody,
  malformed,
  otherBody,
  timestampFormats,
  unknownField,
} from './behaviours.ts'
import { parseQuery } from './query-input.ts'
import { parseForm } from './form-body.ts'
import { isObject } from '../errors/argument-checks.ts'

/** Parses the JSON text of the body, the path parameters and the query. */
export const parseCallInput: Check = (call, context) => {
  const operation = call.operation as CatalogOperation
  const body = parseBody(operation, call, context)
  const params = parseParams(operation, call, context)
  const query = parseQuery(operation, call, context)
  call.input = Object.assign(params, { query, body })
}

/** Reads the path parameters and the body without checks. An invalid body is empty. */
export const readUncheckedInput: Check = (call) => {
  const { params } = call.operation as CatalogOperation
  const { object } = parseJsonObject(call.text ?? '')
  const values = Object.entries(call.params).map(([name, raw]) => [
    name,
    paramValue(params[name], decode(raw)),
  ])
  call.input = {
    ...(Object.fromEntries(values) as Record<string, unknown>),
    query: {},
    body: object ?? {},
  }
}

function parseParams(
  { params, refs }: CatalogOperation,
  call: Call,
  { catalog, alternatives }: ServeContext,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(call.params)) {
    const text = decode(raw)
    const value = paramValue(params[name], text)
    const { options, kind } = params[name]?.spec ?? {}
    if (options && !options.includes(text)) throw notFound(`${name} cannot be ${text}`)
    const table = value === text ? tableOf(name, refs, catalog) : undefined
    const idKind = table?.shape['id']?.spec.kind ?? kind
    values[name] = value
    if (value !== text || idKind !== 'integer' || table?.usesSlugs) continue
    call.behaviours.add(unknownId)
    const id = alternatives().has(unknownId.id) ? leadingNumber(text) : undefined
    if (id === undefined)
      throw notFound(`there is no ${table?.singular ?? name} ${text}`, unknownId)
    values[name] = id
  }
  return values
}

/** The resource whose id a path parameter is. */
const tableOf = (
  name: string,
  refs: CatalogOperation['refs'],
  { resources }: Catalog,
): Resource | undefined => resources.get(refs.find(([param]) => param === name)?.[1] ?? '')

/** The value of a path parameter: a number for a whole number of an integer field, otherwise the text. */
export const paramValue = (field: Field | undefined, text: string): unknown =>
  field?.spec.kind === 'integer' && /^\d+$/.test(text) ? Number(text) : text

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseBody({ body }: CatalogOperation, call: Call, context: ServeContext) {
  if (!body || call.text === undefined || call.text === '') return {}
  const type = call.request.headers.get('content-type')
  const isJson = type === null || /^[^;]*[/+]json\b/i.test(type)
  if (!isJson) call.behaviours.add(otherBody)
  const isReadable = isJson || context.alternatives().has(otherBody.id)
  const parsed = parseJsonObject(call.text)
  if (parsed.object && isReadable) return parsed.object
  if (parsed.object)
    throw badRequest(
      { base: [`is sent as ${type}: send it as application/json`] },
      { behaviour: otherBody },
    )
  if (type?.startsWith('application/x-www-form-urlencoded')) {
    call.behaviours.add(formBody)
    if (context.alternatives().has(formBody.id)) return parseForm(call.text)
  }
  call.behaviours.add(malformed)
  const errors = { base: [parsed.defect] }
  if (context.alternatives().has(malformed.id)) throw unprocessable(errors, malformed)
  throw badRequest(errors, { behaviour: malformed })
}

/** Validates the body: its shape, the active flags and the referenced records. */
export function validateBody(call: Call, tx: Tx, catalog: Catalog): void {
  const { body, alternativeBody } = call.operation as CatalogOperation
  const isAlternative = alternativeBody && !tx.assumes(alternativeBody.assumption)
  const shape = isAlternative ? alternativeBody.body : body
  if (!shape) return
  const sent = call.input.body
  const errors: ValidationErrors = {}
  for (const name of Object.keys(sent)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec) continue
    if (spec.flag && !tx.isFlagOn(spec.flag) && tx.assumes(flaggedField)) {
      errors[name] = [`needs the feature ${spec.flag}`]
    } else if (spec.kind === 'boolean') tx.logBehaviour(booleanFormats)
    else if (spec.format === 'date' || spec.format === 'timestamp')
      tx.logBehaviour(timestampFormats)
  }
  const unknownPaths = unknownFieldPaths(shape, sent)
  if (unknownPaths.length > 0 && !tx.assumes(unknownField)) {
    for (const path of unknownPaths) errors[path] = ['is not known']
  }
  const storedValue = (name: string) => storedValueOf(call, tx, catalog, name)
  const { values } = validate(tx, shape, sent, { errors, find: findVisible, storedValue })
  if (Object.keys(errors).length > 0) throw unprocessable(errors, brokenRule)
  call.input = { ...call.input, body: values } as CallInput
}

/** The statuses of a broken rule: an invalid body, a unique value or a state. */
const ruleStatuses: readonly number[] = [409, 422]

/** Gives the problem of a broken rule the status of `body.rules`; returns other problems unchanged. */
export function withRuleStatus(problem: Problem, call: Call, context: ServeContext): Problem {
  const { message, errors, headers, reason, behaviour: decidedBy = brokenRule, details } = problem
  if (!ruleStatuses.includes(problem.status) || decidedBy === malformed) return problem
  call.behaviours.add(brokenRule)
  const status = context.alternatives().has(brokenRule.id) ? 400 : problem.status
  const options = { message, errors, headers, details, reason, behaviour: decidedBy }
  return new Problem(status, options)
}

/** Returns the paths of the unknown fields in a sent body, also in its objects and lists. */
function unknownFieldPaths(shape: Shape, sent: object, parent = ''): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const spec = fieldOf(shape, name)?.spec
    const path = `${parent}${name}`
    return spec ? unknownPathsIn(spec, value, path) : [path]
  })
}

function unknownPathsIn(spec: FieldSpec, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (spec.kind === 'array' && Array.isArray(value)) {
    const item = spec.items?.spec as FieldSpec
    return value.flatMap((each, i) => unknownPathsIn(item, each, `${path}.${i}`))
  }
  if (Array.isArray(value)) return []
  const { discriminator } = spec
  const shape = shapeFor(spec, value)
  // Note: a discriminator that selects no shape has an error of its own.
  if (!shape) return []
  if (discriminator === undefined) return unknownFieldPaths(shape, value, `${path}.`)
  const { [discriminator]: _, ...fields } = value as Record<string, unknown>
  return unknownFieldPaths(shape, fields, `${path}.`)
}

/** The maximum number of levels of a body. Functions that visit all levels of it cannot exhaust the stack. */
const bodyLevelsMax = 100

/** The object in a body, or the reason why the body has none. */
type ParsedBody =
  | { readonly object: Readonly<Record<string, unknown>> }
  | { readonly object?: undefined; readonly defect: string }

/** Parses a body. The defect completes a sentence: "The body is not a JSON object." */
export function parseJsonObject(text: string): ParsedBody {
  const value = parseJson(text)
  if (!isObject(value)) return { defect: 'is not a JSON object' }
  if (hasMoreLevels(value, bodyLevelsMax))
    return { defect: `has more than ${bodyLevelsMax} levels` }
  return { object: value }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hasMoreLevels = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => hasMoreLevels(part, levels - 1)))
