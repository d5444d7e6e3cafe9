/** Adds a description to each property of a schema and to each parameter of an operation. */
import type { JsonSchema } from '../json-schema.ts'
import { catalogDescriptions } from './catalog-descriptions.ts'
import { parameterDescriptions } from './parameter-descriptions.ts'
import { peopleDescriptions } from './people-descriptions.ts'
import { planningDescriptions } from './planning-descriptions.ts'
import { salesDescriptions } from './sales-descriptions.ts'
import { sharedDescriptions } from './shared-descriptions.ts'

export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...sharedDescriptions,
  ...peopleDescriptions,
  ...catalogDescriptions,
  ...planningDescriptions,
  ...salesDescriptions,
}

/** The description of a field; `owner` is the schema, operation or event that has it. */
const fieldDescription = (name: string, owner: string): string | undefined =>
  fieldDescriptions[`${owner}.${name}`] ?? fieldDescriptions[name]

/** The description of a path or query parameter of an operation. */
const parameterDescription = (name: string, operation: string): string | undefined =>
  parameterDescriptions[`${operation}.${name}`] ?? parameterDescriptions[name]

/** Component schemas with a description for each field. */
export const describedSchemas = (schemas: JsonSchema): JsonSchema =>
  mapValues(schemas, (schema, name) => withDescriptions(schema as JsonSchema, name))

/** An operation with a description for each parameter and each field of its bodies. */
export function describedOperation(operation: JsonSchema): JsonSchema {
  const { operationId, parameters = [], ...rest } = operation
  const owner = String(operationId)
  return {
    operationId,
    ...withNestedSchemas(rest, owner),
    ...(operation['parameters'] !== undefined && {
      parameters: (parameters as JsonSchema[]).map((parameter) => ({
        description: parameterDescription(String(parameter['name']), owner),
        ...parameter,
      })),
    }),
  }
}

/** Webhooks by event, with a description for each field of their payloads. */
export const describedWebhooks = (webhooks: JsonSchema): JsonSchema =>
  mapValues(webhooks, (webhook, event) => withNestedSchemas(webhook as JsonSchema, event))

/** Describes each `schema` within a part of the document. */
const withNestedSchemas = (part: JsonSchema, owner: string): JsonSchema =>
  mapValues(part, (value, name) => {
    if (!isSchema(value)) return value
    return name === 'schema' ? withDescriptions(value, owner) : withNestedSchemas(value, owner)
  })

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))

/** The schema with a description for each of its properties, at every depth. */
function withDescriptions(schema: JsonSchema, owner: string): JsonSchema {
  const { properties, items, oneOf, additionalProperties } = schema
  return {
    ...schema,
    ...(isSchema(properties) && { properties: describedProperties(properties, owner) }),
    ...(isSchema(items) && { items: withDescriptions(items, owner) }),
    ...(Array.isArray(oneOf) && {
      oneOf: oneOf.map((each: JsonSchema) => withDescriptions(each, owner)),
    }),
    ...(isSchema(additionalProperties) && {
      additionalProperties: withDescriptions(additionalProperties, owner),
    }),
  }
}

function describedProperties(properties: JsonSchema, owner: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = fieldDescription(name, owner)
      const described = withDescriptions(property as JsonSchema, owner)
      return [name, { ...(description !== undefined && { description }), ...described }]
    }),
  )
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
