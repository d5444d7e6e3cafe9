/** Prints the section of an event: its payload, an example and its causes. */
import type { JsonSchema } from '../../src/engine/describe/json-schema.ts'
import type { OpenApiDocument } from '../../src/engine/describe/openapi-document.ts'
import type { EventSample } from './event-samples.ts'
import type { SectionLink } from './operation-sections.ts'
import { fieldTable, typeOf } from './schema-tables.ts'

/** Prints the section of an event. */
export function eventSection(
  { event, causes, payload }: EventSample,
  document: OpenApiDocument,
  linkTo: SectionLink,
): string[] {
  const { post } = document.webhooks[event] as { readonly post: DescribedEvent }
  const data = dataSchemaOf(post)
  const isRecord = data['$ref'] !== undefined
  return [
    `## ${event}`,
    '',
    post.description,
    '',
    '### Payload',
    '',
    `\`event_data\`: ${isRecord ? typeOf(data) : 'an object with these fields'}.`,
    ...(isRecord ? [] : ['', ...fieldTable(data)]),
    '',
    '```json',
    JSON.stringify(payload, null, 2),
    '```',
    '',
    '### Causes',
    '',
    'These causes are tested. Other calls that change the record emit the event too.',
    '',
    ...causes.map((cause) => `- ${causeText(cause, linkTo)}`),
    '',
  ]
}

function causeText(cause: string, linkTo: SectionLink): string {
  if (cause === 'date') return 'a date that passes'
  const [, act] = /^act (\w+)/.exec(cause) ?? []
  return act === undefined ? linkTo(cause) : `\`act.${act}\``
}

interface DescribedEvent {
  readonly description: string
  readonly requestBody: { readonly content: Record<string, { readonly schema: JsonSchema }> }
}

function dataSchemaOf({ requestBody }: DescribedEvent): JsonSchema {
  const { schema } = requestBody.content['application/json'] as { schema: JsonSchema }
  return (schema['properties'] as Record<string, JsonSchema>)['event_data'] as JsonSchema
}
