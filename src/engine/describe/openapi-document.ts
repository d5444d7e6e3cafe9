/** Creates the OpenAPI 3.1 document from the definitions. */
import { type Catalog, groupOf, type CatalogOperation } from '../model/catalog.ts'
import { groupDescription } from './operation-description.ts'
import { FieldDescriber, type FieldDescriptions } from './field-descriptions.ts'
import { type JsonSchema, objectSchema } from './json-schema.ts'
import { responseHeaders, responseSchemas, errorResponses } from './openapi-responses.ts'
import { describeWebhooks, webhookHeaders, eventTag } from './openapi-webhooks.ts'
import { describeOperation, type OperationExample } from './openapi-operation.ts'

/** An OpenAPI document as plain JSON. */
export interface OpenApiDocument {
  /** The version of OpenAPI: `3.1.1`. */
  readonly openapi: string
  /** The title of the API and the version of this package. */
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact: { readonly name: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  /** The base URL of the emulator. */
  readonly servers: readonly { readonly url: string }[]
  /** The groups of operations. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Operations, by path and then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  /** The deliveries to webhooks, by event. */
  readonly webhooks: JsonSchema
  /** Shared schemas of records, responses and headers. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** The source of the examples in the document. */
interface OpenApiExamples {
  /** A serialized record of a resource; undefined if there is none. */
  record(resource: string): unknown
  operation(operation: CatalogOperation): OperationExample
}

interface OpenApiSource {
  readonly catalog: Catalog
  readonly title: string
  readonly descriptions: FieldDescriptions
  readonly tenant: { readonly payload: Readonly<Record<string, string>> } | undefined
  readonly baseUrl: string
  /** The version and the license of this package. */
  readonly version: string
  readonly license: string
  readonly examples: OpenApiExamples
}

export function createOpenApiDocument({
  catalog,
  title,
  descriptions,
  tenant,
  baseUrl,
  version,
  license,
  examples,
}: OpenApiSource): OpenApiDocument {
  const describer = new FieldDescriber(descriptions)
  const operations = [...catalog.operations.values()]
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title,
      version: 'v1',
      description: `As course-admin-emulator ${version} serves it.`,
      contact: { name: 'course-admin-emulator' },
      license: { name: license, identifier: license },
    },
    servers: [{ url: baseUrl }],
    tags: tagsOf(catalog),
    paths: pathsOf(operations, (each) =>
      describer.operation(describeOperation(each, catalog, examples.operation(each))),
    ),
    webhooks: describer.webhooks(describeWebhooks(catalog, Object.keys(tenant?.payload ?? {}))),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: describer.schemas({ ...recordSchemas(catalog, examples), ...responseSchemas }),
      responses: errorResponses,
      headers: responseHeaders,
      parameters: webhookHeaders,
    },
  }
  return document
}

function tagsOf(catalog: Catalog): OpenApiDocument['tags'] {
  const groups = new Set([...catalog.operations.values()].map(groupOf))
  const tags = [...groups].map((name) => ({ name, description: groupDescription(name, catalog) }))
  return [...tags, eventTag].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function pathsOf(
  operations: readonly CatalogOperation[],
  describe: (operation: CatalogOperation) => JsonSchema,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return paths
}

/** The resources in responses and events, by their singular name. */
function recordSchemas({ resources, operations }: Catalog, examples: OpenApiExamples): JsonSchema {
  const responseResources = [...operations.values()].flatMap(({ presenter: { content } }) =>
    'resource' in content && !content.fields ? [content.resource] : [],
  )
  const withEvents = [...resources.values()].filter(({ events }) => Object.keys(events).length > 0)
  const names = [
    ...new Set([...responseResources, ...withEvents.map(({ name }) => name)]),
  ].toSorted()
  return Object.fromEntries(
    names.map((name) => {
      const { singular = name, shape = {}, description } = resources.get(name) ?? {}
      const example = examples.record(name)
      return [
        singular,
        {
          description,
          ...objectSchema(shape, 'answered'),
          ...(example !== undefined && { examples: [example] }),
        },
      ]
    }),
  )
}
