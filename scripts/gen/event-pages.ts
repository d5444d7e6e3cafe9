/** Prints a page for each event: its payload, an example delivery and its causes. */
import { eventNamesOf } from '../../src/engine/define/resource-events.ts'
import type { Resource } from '../../src/engine/define/resource.ts'
import type { JsonSchema } from '../../src/engine/describe/json-schema.ts'
import type { OpenApiDocument } from '../../src/engine/describe/openapi-document.ts'
import type { EventSample } from './event-samples.ts'
import { type GeneratedPage, pageNotice } from './operation-pages.ts'
import { fieldTable, typeOf } from './schema-tables.ts'

export function printEventPages(
  resources: readonly Resource[],
  samples: ReadonlyMap<string, EventSample>,
  document: OpenApiDocument,
): GeneratedPage[] {
  return resources.flatMap((resource) =>
    eventNamesOf(resource.events).map((event) => ({
      file: `${event}.md`,
      text: pageOf(samples.get(event) as EventSample, resource, document),
    })),
  )
}

function pageOf(
  { event, causes, headers, payload }: EventSample,
  { name }: Resource,
  document: OpenApiDocument,
): string {
  const data = dataSchemaOf(event, document)
  const isRecord = data['$ref'] !== undefined
  return [
    pageNotice,
    `# ${event}`,
    '',
    `An event of the resource \`${name}\`. A webhook with this event gets a POST request.`,
    '',
    '## Payload',
    '',
    `\`event_data\`: ${isRecord ? typeOf(data) : 'an object with these fields'}.`,
    ...(isRecord ? [] : ['', ...fieldTable(data)]),
    '',
    '## Example',
    '',
    '```http',
    'POST https://integration.test/hooks',
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    '',
    JSON.stringify(payload, null, 2),
    '```',
    '',
    '## Causes',
    '',
    'These causes are tested. Other calls that change the record emit the event too.',
    '',
    ...causes.map((cause) => `- ${causeText(cause)}`),
    '',
  ].join('\n')
}

function causeText(cause: string): string {
  if (cause === 'date') return 'a date that passes'
  const [, act] = /^act (\w+)/.exec(cause) ?? []
  return act === undefined ? `[\`${cause}\`](../operations/${cause}.md)` : `\`act.${act}\``
}

function dataSchemaOf(event: string, { webhooks }: OpenApiDocument): JsonSchema {
  const { post } = webhooks[event] as {
    readonly post: {
      readonly requestBody: { readonly content: Record<string, { readonly schema: JsonSchema }> }
    }
  }
  const { schema } = post.requestBody.content['application/json'] as { schema: JsonSchema }
  return (schema['properties'] as Record<string, JsonSchema>)['event_data'] as JsonSchema
}
