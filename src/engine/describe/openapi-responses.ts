/** Describes the responses of operations: records, pages and errors. */
import type { Field, Shape } from '../define/fields.ts'
import type { ResponseContent } from '../define/presenters.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'
import { type JsonSchema, objectSchema, valueSchema } from './json-schema.ts'
import { defined } from '../errors/defined.ts'

export const refTo = (kind: string, name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
})

const json = (schema: JsonSchema, example?: unknown): JsonSchema => ({
  'application/json': { schema, ...defined({ example }) },
})

/** The schema of the body of every error. */
const problemSchema = objectWith({
  errors: {
    description: 'The errors by field. Empty if the error concerns no field.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
  code: { description: 'The status of the response.', type: 'integer' },
  message: { type: 'string' },
})

/** The schema of a success message, which has the shape of an error. */
const doneSchema = objectWith({
  errors: { type: 'object', additionalProperties: false },
  code: { description: 'The status of the response.', type: 'integer' },
  message: { type: 'string' },
})

function objectWith(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(properties)
  return { type: 'object', properties, required, additionalProperties: false }
}

export const responseSchemas = { Problem: problemSchema, Done: doneSchema }

export const responseHeaders = {
  Link: {
    description: 'Where other pages stand, by relation: prev and next, or next and last.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds until the rate window ends.',
    schema: { type: 'integer', minimum: 1 },
  },
}

const errorResponse = (description: string, more: JsonSchema = {}): JsonSchema => ({
  description,
  ...more,
  content: json(refTo('schemas', 'Problem')),
})

export const errorResponses = {
  BadRequest: errorResponse('The request could not be understood.'),
  Forbidden: errorResponse('The token is not known, or lacks a scope.'),
  Moved: errorResponse('The slug is a former one; Location has the URL with the current slug.'),
  NotFound: errorResponse('There is no such record, or the operation is switched off.'),
  Unprocessable: errorResponse('The body breaks a rule; nothing was written.'),
  TooManyRequests: errorResponse('More requests came in one rate window than are allowed.', {
    headers: { 'Retry-After': refTo('headers', 'RetryAfter') },
  }),
  Refused: errorResponse('Refused for another reason.'),
}

/** The responses of an operation by status. `example` is a body without an example in a component. */
export function responsesOf(
  operation: CatalogOperation,
  catalog: Catalog,
  example?: unknown,
): JsonSchema {
  const { presenter, body, method, flag, params, refs } = operation
  const canRedirect = refs.some(
    ([, to]) => typeof catalog.resources.get(to)?.usesSlugs === 'object',
  )
  const canBeMissing = flag !== undefined || Object.keys(params).length > 0
  const canBeInvalid = body !== undefined || method !== 'GET'
  return {
    [presenter.status]: successResponse(presenter.content, catalog, example),
    ...(canRedirect && method === 'GET' && { 301: refTo('responses', 'Moved') }),
    400: refTo('responses', 'BadRequest'),
    403: refTo('responses', 'Forbidden'),
    ...(canBeMissing && { 404: refTo('responses', 'NotFound') }),
    ...(canBeInvalid && { 422: refTo('responses', 'Unprocessable') }),
    429: refTo('responses', 'TooManyRequests'),
    default: refTo('responses', 'Refused'),
  }
}

function successResponse(holds: ResponseContent, catalog: Catalog, example: unknown): JsonSchema {
  if (holds.kind === 'nothing') return { description: 'Done; there is no body.' }
  return {
    description: holds.kind === 'done' ? 'Done.' : 'The result of the operation.',
    ...(isPaged(holds) && { headers: { Link: refTo('headers', 'Link') } }),
    content: json(bodySchema(holds, catalog), example),
  }
}

const isPaged = (holds: ResponseContent): boolean =>
  holds.kind === 'page' || (holds.kind === 'items' && holds.paged)

function bodySchema(
  holds: Exclude<ResponseContent, { kind: 'nothing' }>,
  { resources }: Catalog,
): JsonSchema {
  switch (holds.kind) {
    case 'done':
      return refTo('schemas', 'Done')
    case 'shape':
      return objectSchema(holds.shape, 'answered')
    case 'items':
      return { type: 'array', items: valueSchema(holds.item.spec, 'answered') }
    default: {
      const { singular = '', shape = {} } = resources.get(holds.resource) ?? {}
      const item = holds.fields
        ? objectSchema(pickShapeFields(holds.fields, shape), 'answered')
        : refTo('schemas', singular)
      return holds.kind === 'record' ? item : { type: 'array', items: item }
    }
  }
}

const pickShapeFields = (fields: readonly string[], shape: Shape): Shape =>
  Object.fromEntries(fields.map((name) => [name, shape[name] as Field]))

/** True if a component has an example for the response. */
export const hasComponentExample = ({ kind }: ResponseContent): boolean =>
  kind !== 'shape' && kind !== 'items'
