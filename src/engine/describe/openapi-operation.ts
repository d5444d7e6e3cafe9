/** Describes an operation: its path, input, scopes and responses. */
import type { ExampleCall } from '../define/example-call.ts'
import { type Field, type FieldSpec, isRequiredField } from '../define/fields.ts'
import type { ScopeRequirement, ScopeRule } from '../define/scopes.ts'
import { type Catalog, groupOf, type CatalogOperation } from '../model/catalog.ts'
import { type JsonSchema, extensionsOf, objectSchema, valueSchema } from './json-schema.ts'
import { responsesOf } from './openapi-responses.ts'
import { operationDescription, type PerformedCall } from './operation-description.ts'
import { defined } from '../errors/defined.ts'

/** A successful example call with its response. */
export interface OperationExample extends PerformedCall {
  readonly call: ExampleCall
  /** The body of the response, if no component has an example for it. */
  readonly response: unknown
}

export function describeOperation(
  operation: CatalogOperation,
  catalog: Catalog,
  example: OperationExample,
): JsonSchema {
  const { id, body, scopes } = operation
  const parameters = [
    ...pathParameters(operation, catalog, example.call),
    ...queryParameters(operation),
  ]
  return {
    operationId: id,
    summary: summaryOf(id),
    description: operationDescription(operation, catalog, example),
    tags: [groupOf(operation)],
    ...extensionsOf(operation as FieldMarks),
    'x-scopes': describeScopes(scopes),
    security: securityOf(scopes),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, example.call) }),
    responses: responsesOf(operation, catalog, example.response),
  }
}

type FieldMarks = Pick<FieldSpec, 'flag' | 'beta' | 'deprecated'>

/** Converts `get_enrollment_by_id` to "Get enrollment by id". */
function summaryOf(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function pathParameters(
  { path, params }: CatalogOperation,
  catalog: Catalog,
  { params: values }: ExampleCall,
): JsonSchema[] {
  const names = path.match(/(?<=\{)\w+/g) ?? []
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchema(params[name]?.spec ?? { kind: 'integer' }, catalog),
    ...defined({ example: values[name] }),
  }))
}

/** The schema of an id, or of an id or slug if the resource has slugs. */
function pathSchema(spec: FieldSpec, { resources }: Catalog): JsonSchema {
  const target = spec.target === undefined ? undefined : resources.get(spec.target)
  if (!target) return valueSchema(spec, 'sent')
  const kind = target.shape['id']?.spec.kind ?? 'integer'
  const words = target.singular.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase()
  const article = /^[aeio]/.test(words) ? 'an' : 'a'
  const description = `The id of ${article} ${words}${target.usesSlugs ? ', or its slug' : ''}.`
  return { type: target.usesSlugs ? [kind, 'string'] : kind, description }
}

function queryParameters({ query }: CatalogOperation): JsonSchema[] {
  return Object.entries(query).map(([name, { spec }]) => {
    const { deprecated, defaultValue } = spec
    const isConstant = defaultValue !== undefined && typeof defaultValue !== 'function'
    return {
      name,
      in: 'query',
      ...(spec.required && { required: true }),
      ...(deprecated && { deprecated: true }),
      schema: { ...valueSchema(spec, 'sent'), ...(isConstant && { default: defaultValue }) },
    }
  })
}

function requestBody(body: Readonly<Record<string, Field>>, { body: example }: ExampleCall) {
  return {
    required: Object.values(body).some(({ spec }) => isRequiredField(spec)),
    content: {
      'application/json': { schema: objectSchema(body, 'sent'), ...defined({ example }) },
    },
  }
}

/** The required scopes: `all` of a set, or `any` of several sets; `byValue` if the data decides. */
function describeScopes({ requirements }: ScopeRule): JsonSchema {
  const { always, ...others } = requirements
  if (always) return describeNeed(always)
  return {
    byValue: Object.fromEntries(
      Object.entries(others).map(([value, need]) => [value, describeNeed(need)]),
    ),
  }
}

// Note: some client generators interpret `allOf` as a keyword of JSON Schema.
const describeNeed = (need: ScopeRequirement): JsonSchema =>
  need.length === 1 ? { all: need[0] } : { any: need }

/** The sets of scopes of which one is sufficient, if the data does not decide. */
function securityOf({ requirements }: ScopeRule): JsonSchema[] {
  const sets = Object.values(requirements).flat()
  const distinct = new Map(sets.map((set) => [set.toSorted().join(' '), set]))
  return [...distinct.values()].map((bearer) => ({ bearer }))
}
