/** Adds a description to each property of a schema and to each parameter of an operation. */
import type { JsonSchema } from './json-schema.ts'
import { isObject } from '../errors/argument-checks.ts'
import { defined } from '../errors/defined.ts'

/** The descriptions of a service: of `name`, and of `owner.name` where the owner gives it another meaning. */
export interface FieldDescriptions {
  readonly fields: Readonly<Record<string, string>>
  /** The descriptions of path and query parameters. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Describes the parts of an OpenAPI document. */
export class FieldDescriber {
  readonly #descriptions: FieldDescriptions

  constructor(descriptions: FieldDescriptions) {
    this.#descriptions = descriptions
  }

  /** Returns component schemas with a description for each field. */
  schemas(schemas: JsonSchema): JsonSchema {
    return mapValues(schemas, (schema, name) => this.#schema(schema as JsonSchema, name))
  }

  /** Returns an operation with a description for each parameter and each field of its bodies. */
  operation(operation: JsonSchema): JsonSchema {
    const { operationId, parameters = [], ...rest } = operation
    const owner = String(operationId)
    const texts = this.#descriptions.parameters
    return {
      operationId,
      ...this.#nestedSchemas(rest, owner),
      ...(operation['parameters'] !== undefined && {
        parameters: (parameters as JsonSchema[]).map((parameter) => ({
          description: textOf(texts, String(parameter['name']), owner),
          ...parameter,
        })),
      }),
    }
  }

  /** Returns webhooks by event, with a description for each field of their payloads. */
  webhooks(webhooks: JsonSchema): JsonSchema {
    return mapValues(webhooks, (webhook, event) =>
      this.#nestedSchemas(webhook as JsonSchema, event),
    )
  }

  /** Describes each `schema` within a part of the document. */
  #nestedSchemas(part: JsonSchema, owner: string): JsonSchema {
    return mapValues(part, (value, name) => {
      if (!isObject(value)) return value
      return name === 'schema' ? this.#schema(value, owner) : this.#nestedSchemas(value, owner)
    })
  }

  /** Describes the properties of a schema, at every depth. */
  #schema(schema: JsonSchema, owner: string): JsonSchema {
    const { properties, items, anyOf, additionalProperties } = schema
    return {
      ...schema,
      ...(isObject(properties) && { properties: this.#properties(properties, owner) }),
      ...(isObject(items) && { items: this.#schema(items, owner) }),
      ...(Array.isArray(anyOf) && {
        anyOf: anyOf.map((each: JsonSchema) => this.#schema(each, owner)),
      }),
      ...(isObject(additionalProperties) && {
        additionalProperties: this.#schema(additionalProperties, owner),
      }),
    }
  }

  #properties(properties: JsonSchema, owner: string): JsonSchema {
    return mapValues(properties, (property, name) => {
      const description = textOf(this.#descriptions.fields, name, owner)
      const described = this.#schema(property as JsonSchema, owner)
      return { ...defined({ description }), ...described }
    })
  }
}

/** The text of a field; `owner` is the schema, operation or event that has it. */
const textOf = (
  texts: Readonly<Record<string, string>>,
  name: string,
  owner: string,
): string | undefined => texts[`${owner}.${name}`] ?? texts[name]

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))
