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
      text: pageOf(samples.get(event) as EventSample, document),
    })),
  )
}

function pageOf(
  { event, causes, headers, payload }: EventSample,
  document: OpenApiDocument,
): string {
  const { post } = document.webhooks[event] as { readonly post: DescribedEvent }
  const data = dataSchemaOf(post)
  const isRecord = data['$ref'] !== undefined
  return [
    pageNotice,
    `# ${event}`,
    '',
    post.description,
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

interface DescribedEvent {
  readonly description: string
  readonly requestBody: { readonly content: Record<string, { readonly schema: JsonSchema }> }
}

function dataSchemaOf({ requestBody }: DescribedEvent): JsonSchema {
  const { schema } = requestBody.content['application/json'] as { schema: JsonSchema }
  return (schema['properties'] as Record<string, JsonSchema>)['event_data'] as JsonSchema
}
