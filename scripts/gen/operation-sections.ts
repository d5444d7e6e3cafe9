/** Prints the section of an operation: its parameters, body, scopes, flag, errors, example and events. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import type { JsonSchema } from '../../src/engine/describe/json-schema.ts'
import type { OpenApiDocument } from '../../src/engine/describe/openapi-document.ts'
import { groupOf, type CatalogOperation } from '../../src/engine/model/catalog.ts'
import type { OperationSample } from './operation-samples.ts'
import { fieldTable, parameterTable, typeOf } from './schema-tables.ts'

/** Links to the section of an operation or event. */
export type SectionLink = (name: string) => string

/** Prints the section of an operation. */
export function operationSection(
  sample: OperationSample,
  { paths }: OpenApiDocument,
  linkTo: SectionLink,
): string[] {
  const { operation, events } = sample
  const { id, method, path } = operation
  const described = paths[path]?.[method.toLowerCase()] as JsonSchema
  const parameters = (described['parameters'] ?? []) as readonly JsonSchema[]
  const body = schemaIn(described['requestBody'])
  const responses = responsesIn(described)
  return [
    `## ${id}`,
    '',
    `\`${method} ${path}\`: ${String(described['summary'])}.`,
    '',
    ...factLines(sample),
    `- Errors: ${Object.keys(responses).filter(isError).join(', ')}`,
    ...(parameters.length > 0 ? ['', '### Parameters', '', ...parameterTable(parameters)] : []),
    ...(body ? ['', '### Body', '', ...fieldTable(body)] : []),
    '',
    '### Response',
    '',
    ...responseLines(sample, schemaIn(responses[String(sample.status)])),
    '',
    '### Example',
    '',
    ...exampleLines(sample),
    ...(events.length > 0
      ? ['', '### Events', '', `The example emits ${events.map(linkTo).join(', ')}.`]
      : []),
    '',
  ]
}

const responsesIn = (described: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  described['responses'] as Readonly<Record<string, JsonSchema>>

const isError = (status: string): boolean => Number(status) >= 400

function factLines({ operation }: OperationSample): string[] {
  const { id, scopes, flag, beta, deprecated } = operation
  return [
    `- Scopes: ${formatScopes(scopes)}`,
    ...(flag === undefined ? [] : [`- Flag: ${flag}`]),
    `- Grade: ${courseAdministration().grades.ofOperation(id)}${beta ? ', beta' : ''}${deprecated ? ', deprecated' : ''}`,
    `- Group: [${groupOf(operation)}](../operations.md#${groupOf(operation)})`,
  ]
}

/** Joins the scopes of a set with `and`, and sets with `or`. Prefixes sets that depend on a value. */
export function formatScopes({ requirements }: CatalogOperation['scopes']): string {
  const sets = (requiredSets: readonly (readonly string[])[]): string =>
    requiredSets.map((set) => set.join(' and ') || 'any token').join(' or ')
  const [only, ...others] = Object.entries(requirements)
  if (others.length === 0) return sets(only?.[1] ?? [])
  return Object.entries(requirements)
    .map(([value, need]) => `${value}: ${sets(need)}`)
    .join(', ')
}

function responseLines(
  { status, response }: OperationSample,
  schema: JsonSchema | undefined,
): string[] {
  if (response === undefined) return [`Status ${status}, without a body.`]
  const type = schema === undefined ? 'JSON' : typeOf(schema)
  const isOwnShape = schema?.['properties'] !== undefined
  return [`Status ${status}: ${type}.`, ...(isOwnShape ? ['', ...fieldTable(schema)] : [])]
}

/** Prints the reason of each status with which operations refuse a request. */
export function errorTable(
  samples: readonly OperationSample[],
  { paths, components }: OpenApiDocument,
): string[] {
  const described = components['responses'] as Record<string, JsonSchema>
  const responses = samples.flatMap(({ operation: { method, path } }) =>
    Object.entries(responsesIn(paths[path]?.[method.toLowerCase()] as JsonSchema)),
  )
  const rows = responses
    .filter(([status]) => isError(status))
    .map(([status, { $ref }]) => {
      const name = String($ref).split('/').at(-1) as string
      return `| ${status} | ${String(described[name]?.['description'])} |`
    })
  return ['| Status | Reason |', '| --- | --- |', ...[...new Set(rows)].toSorted()]
}

function exampleLines({ request, body, status, response }: OperationSample): string[] {
  return [
    '```http',
    request,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
    '```',
    '',
    ...(response === undefined
      ? [`The response has status ${status}.`]
      : [`The response has status ${status} and this body:`, '', ...responseBlock(response)]),
  ]
}

/** The largest number of characters of a text response on a page. */
const textMax = 200

const responseBlock = (response: unknown): string[] =>
  typeof response === 'string'
    ? ['```text', `${response.slice(0, textMax)}${response.length > textMax ? '…' : ''}`, '```']
    : ['```json', JSON.stringify(response, null, 2), '```']

/** The schema of a JSON body; undefined without one. */
function schemaIn(part: unknown): JsonSchema | undefined {
  const { content } = (part ?? {}) as { readonly content?: Record<string, JsonSchema> }
  return content?.['application/json']?.['schema'] as JsonSchema | undefined
}
