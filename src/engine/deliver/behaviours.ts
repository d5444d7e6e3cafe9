/** Behaviours of webhooks and their deliveries. */
import { assumed, behaviour } from '../define/behaviour.ts'

export const timeout = behaviour(
  'webhook.timeout',
  'a receiver must answer within 10 seconds',
  'answer-time',
)

export const maxAttempts = behaviour(
  'webhook.attempts',
  'a notification is sent up to three times',
  'attempts',
)

export const alwaysSigned = behaviour('webhook.signed', 'every notification is signed', 'signed')

export const successStatus = assumed(
  'webhook.delivered',
  'any 2xx within 10 s counts as delivered',
  {
    reason: 'the document requires a response in time; an error page does not confirm receipt',
    alternatives: { alternative: 'any response within 10 s counts as delivered' },
  },
)

export const retryInterval = assumed(
  'webhook.retry',
  'the next attempt starts 5 minutes after the start of the previous attempt',
  {
    reason: 'the document says "5 minutes later" without a reference point',
    alternatives: {
      alternative: 'the next attempt starts 5 minutes after the previous attempt failed',
    },
  },
)

export const staysActiveAfterFailure = assumed(
  'webhook.exhausted',
  'a webhook stays active after the third failed attempt',
  {
    reason: 'the document does not say; the list of failed notifications would be short otherwise',
    alternatives: {
      alternative: 'the third failed attempt of a notification deactivates the webhook',
    },
  },
)

export const retryDoesNotBlock = assumed(
  'webhook.order',
  'notifications are sent in the order of events; a retry does not delay other notifications',
  {
    reason: 'the document mentions a backlog and describes retries per notification',
    alternatives: {
      alternative: 'the notifications of a webhook are sent one after the other, including retries',
    },
  },
)

export const dropsNewest = assumed(
  'webhook.backlog',
  'a full backlog drops the newest notification',
  {
    reason: 'the document says that notifications may be dropped, but not which',
    alternatives: { alternative: 'a full backlog drops the oldest waiting notification' },
  },
)

export const payload = behaviour(
  'webhook.payload',
  'a delivery contains the event, the tenant and event_data',
  'event-envelope',
)

export const envelopeForm = assumed(
  'webhook.envelope',
  'a delivery contains the record of the event in event_data only',
  {
    reason:
      'the document shows one payload, of an event without an entity; it names a top-level entity only to exclude it',
    alternatives: {
      entity: 'a delivery contains the record in event_data and in entity',
      notification:
        'a delivery contains notification with event, entity_type, entity_id, educator and tenant_id, and no record',
    },
    isExplored: false,
  },
)

export const dropsWhenFull = behaviour(
  'webhook.dropped',
  'notifications may be dropped when a backlog builds up',
  'backlog',
)

export const manualRedelivery = assumed(
  'webhook.redeliver',
  'a redelivered notification keeps its id and attempt count, and has one attempt',
  { reason: 'the document has no redelivery; a person who redelivers observes the result' },
)

export const signatureScheme = assumed(
  'webhook.signature',
  'a delivery is signed according to Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
  {
    reason:
      'the document says that every notification is signed, but not how; this is the common standard',
    alternatives: {
      alternative:
        'x-webhook-signature contains the HMAC-SHA256 of the body in hex, keyed with the secret',
    },
    isExplored: false,
  },
)
