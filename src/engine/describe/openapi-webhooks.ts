/** Describes what webhooks are sent: one entry for each event, with the shape of its data. */
import { eventNamesOf } from '../define/resource-events.ts'
import type { Resource } from '../define/resource.ts'
import type { Catalog } from '../model/catalog.ts'
import { type JsonSchema, objectSchema, valueSchema } from './json-schema.ts'
import { refTo } from './openapi-responses.ts'
import { eventDescription } from './operation-description.ts'

/** The group of the events. */
export const eventTag = {
  name: 'events',
  description: 'The requests to webhooks: one operation for each event.',
}

/** Describes the events. `tenantKeys` name the tenant in each delivery. */
export function describeWebhooks(
  { resources }: Catalog,
  tenantKeys: readonly string[],
): JsonSchema {
  return Object.fromEntries(
    [...resources.values()].flatMap((resource) =>
      eventNamesOf(resource.events).map((event) => [
        event,
        { post: describeWebhook(event, resource, tenantKeys) },
      ]),
    ),
  )
}

function describeWebhook(
  event: string,
  resource: Resource,
  tenantKeys: readonly string[],
): JsonSchema {
  const data = dataSchema(event, resource)
  return {
    operationId: `on_${event.replace('.', '_')}`,
    summary: event,
    description: eventDescription(resource),
    tags: [eventTag.name],
    security: [],
    parameters: ['id', 'timestamp', 'signature'].map((name) =>
      refTo('parameters', `Webhook-${name}`),
    ),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: envelopeSchema(event, tenantKeys, data) } },
    },
    responses: {
      '2XX': {
        description:
          'Received. For any other status, or without a response within 10 s, the service retries.',
      },
    },
  }
}

const envelopeSchema = (
  event: string,
  tenantKeys: readonly string[],
  data: JsonSchema,
): JsonSchema => ({
  type: 'object',
  properties: {
    event: { type: 'string', const: event },
    ...Object.fromEntries(tenantKeys.map((key) => [key, { type: 'string' }])),
    event_data: data,
  },
  required: ['event', ...tenantKeys, 'event_data'],
  additionalProperties: false,
})

function dataSchema(event: string, { events, singular, shape }: Resource): JsonSchema {
  const customShape = events.payloads?.[event]
  if (customShape) return objectSchema(customShape, 'answered')
  if (event !== events.deleted) return refTo('schemas', singular)
  const id = shape['id'] ? valueSchema(shape['id'].spec, 'answered') : { type: 'integer' }
  return { type: 'object', properties: { id }, required: ['id'], additionalProperties: false }
}

const headerParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The headers of a delivery with the default signature. */
export const webhookHeaders = {
  'Webhook-id': headerParameter('webhook-id', 'The same in every attempt.'),
  'Webhook-timestamp': headerParameter(
    'webhook-timestamp',
    'Seconds since 1970, new in every attempt.',
  ),
  'Webhook-signature': headerParameter('webhook-signature', '`v1,` and an HMAC-SHA256 in base64.'),
}
