/** What is stated and what is assumed of deliveries. */
import { assumed, behaviour } from '../define/behaviours.ts'

export const timeout = behaviour('webhook.timeout', 'a receiver has 10 seconds to answer')
export const maxAttempts = behaviour('webhook.attempts', 'a notification is sent up to three times')
export const alwaysSigned = behaviour('webhook.signed', 'every notification is signed')
export const successStatus = assumed(
  'webhook.delivered',
  'any 2xx within 10 s counts as delivered',
  {
    reason: 'the document speaks of a response in time; an error page is no receipt',
    alternative: 'any answer within 10 s counts as delivered',
  },
)
export const retryInterval = assumed(
  'webhook.retry',
  'the next attempt begins 5 minutes after the previous one began',
  { reason: 'the document says "5 minutes later", not later than what' },
)
export const staysActiveAfterFailure = assumed(
  'webhook.exhausted',
  'after the third attempt the webhook stays active',
  {
    reason: 'nothing is said; failed notifications can be listed, which would be few otherwise',
    alternative: 'a webhook is deactivated when the third attempt of a notification has failed',
  },
)
export const retryDoesNotBlock = assumed(
  'webhook.order',
  'notifications are sent in the order of events; a retry holds nobody up',
  {
    reason: 'the document speaks of a backlog, and of each notification by itself',
    alternative:
      'notifications of a webhook are sent strictly one after the other, retries included',
  },
)
export const dropsNewest = assumed(
  'webhook.backlog',
  'when the backlog is full, the newest is dropped',
  {
    reason: 'the document says that notifications may be dropped, not which',
    alternative: 'when the backlog is full, the oldest that waits is dropped',
  },
)

export const payload = behaviour(
  'webhook.payload',
  'a delivery holds event, educator, tenant_id and event_data',
)
export const dropsWhenFull = behaviour(
  'webhook.dropped',
  'where a backlog builds up, notifications may be dropped',
)
export const manualRedelivery = assumed(
  'webhook.redeliver',
  'a notification that is sent again by hand keeps its id, counts on, and is tried once',
  { reason: 'the document has no such act; a person who sends again looks at what comes of it' },
)
