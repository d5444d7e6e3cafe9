/** The behaviours of webhook delivery, documented and assumed. */
import { assumed, behaviour } from '../define/behaviours.ts'

export const timeout = behaviour('webhook.timeout', 'a receiver has 10 seconds to respond')
export const maxAttempts = behaviour('webhook.attempts', 'a notification is sent up to three times')
export const alwaysSigned = behaviour('webhook.signed', 'every notification is signed')
export const successStatus = assumed(
  'webhook.delivered',
  'any 2xx within 10 s counts as delivered',
  {
    reason: 'the document mentions a response in time; an error page does not confirm receipt',
    alternative: 'any response within 10 s counts as delivered',
  },
)
export const retryInterval = assumed(
  'webhook.retry',
  'the next attempt starts 5 minutes after the start of the previous one',
  { reason: 'the document says "5 minutes later" without a reference point' },
)
export const staysActiveAfterFailure = assumed(
  'webhook.exhausted',
  'after the third attempt the webhook stays active',
  {
    reason:
      'the document is silent; failed notifications can be listed, and there would be few otherwise',
    alternative: 'a webhook is deactivated when the third attempt of a notification has failed',
  },
)
export const retryDoesNotBlock = assumed(
  'webhook.order',
  'notifications are sent in the order of events; a retry does not block later notifications',
  {
    reason: 'the document mentions a backlog, and describes each notification separately',
    alternative:
      'notifications of a webhook are sent strictly one after the other, including retries',
  },
)
export const dropsNewest = assumed(
  'webhook.backlog',
  'when the queue is full, the newest notification is dropped',
  {
    reason: 'the document says that notifications may be dropped, but not which',
    alternative: 'when the queue is full, the oldest queued notification is dropped',
  },
)

export const payload = behaviour(
  'webhook.payload',
  'a delivery contains event, educator, tenant_id and event_data',
)
export const dropsWhenFull = behaviour(
  'webhook.dropped',
  'if a backlog builds up, notifications may be dropped',
)
export const manualRedelivery = assumed(
  'webhook.redeliver',
  'a redelivered notification keeps its id, continues its count of attempts, and is sent once',
  { reason: 'the document has no such act; an administrator who redelivers checks the result' },
)
