/** What is stated and what is assumed of deliveries. */
import { assumed, behaviour } from '../define/behaviours.ts'

export const timeout = behaviour('webhook.timeout', 'a receiver has 10 seconds to answer')
export const attempts = behaviour('webhook.attempts', 'a notification is sent up to three times')
export const signed = behaviour('webhook.signed', 'every notification is signed')
export const delivered = assumed('webhook.delivered', 'any 2xx within 10 s counts as delivered', {
  because: 'the document speaks of a response in time; an error page is no receipt',
  instead: 'any answer within 10 s counts as delivered',
})
export const retryFrom = assumed(
  'webhook.retry',
  'the next attempt begins 5 minutes after the previous one began',
  { because: 'the document says "5 minutes later", not later than what' },
)
export const staysActive = assumed(
  'webhook.exhausted',
  'after the third attempt the webhook stays active',
  {
    because: 'nothing is said; failed notifications can be listed, which would be few otherwise',
    instead: 'a webhook is deactivated when the third attempt of a notification has failed',
  },
)
export const holdsNobodyUp = assumed(
  'webhook.order',
  'notifications are sent in the order of events; a retry holds nobody up',
  {
    because: 'the document speaks of a backlog, and of each notification by itself',
    instead: 'notifications of a webhook are sent strictly one after the other, retries included',
  },
)
export const dropsNewest = assumed(
  'webhook.backlog',
  'when the backlog is full, the newest is dropped',
  {
    because: 'the document says that notifications may be dropped, not which',
    instead: 'when the backlog is full, the oldest that waits is dropped',
  },
)

export const payload = behaviour(
  'webhook.payload',
  'a delivery holds event, educator, tenant_id and event_data',
)
export const mayDrop = behaviour(
  'webhook.dropped',
  'where a backlog builds up, notifications may be dropped',
)
export const byHand = assumed(
  'webhook.redeliver',
  'a notification that is sent again by hand keeps its id, counts on, and is tried once',
  { because: 'the document has no such act; a person who sends again looks at what comes of it' },
)
