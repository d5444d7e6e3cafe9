import {
  act,
  assumed,
  boolean,
  choice,
  integer,
  listOf,
  object,
  operation,
  record,
  resource,
  timestamps,
  string,
  stringRef,
  timestamp,
  uri,
} from '../define/define.ts'
import { webhookRecipe } from './webhooks.demo.ts'
import { rotateSecretValues, generateSecret } from './webhooks.signing-secret.ts'
import { eventNames } from '../generated/event-names.ts'
import type { Rows } from '../generated/rows.ts'

type WebhookRow = Rows['webhooks']

const activeByDefault = assumed('webhook.active.default', 'a new webhook is active', {
  reason: 'the contract gives no default; a new webhook is registered to receive events',
})
const noEventsByDefault = assumed(
  'webhook.events.default',
  'a webhook without events receives no events',
  {
    reason: 'the contract gives no default',
  },
)

const acceptsHttpOnly = assumed(
  'webhook.url',
  'the URL of a webhook has the scheme http or https and no credentials; otherwise 422',
  { reason: 'a notification is an HTTP POST, and responses would show the credentials' },
)

const webhookUrl = () =>
  uri().refine((tx, url) => {
    tx.logBehaviour(acceptsHttpOnly)
    if (!/^https?:/i.test(url)) return { '': 'must be an http or https URL' }
    const { username, password } = new URL(url)
    return username || password ? { '': 'must not contain credentials' } : {}
  })

/** A webhook: a URL that receives events. */
export const WebhookShape = {
  id: string(),
  url: webhookUrl(),
  active: boolean().defaultsTo((tx) => (tx.logBehaviour(activeByDefault), true)),
  events: listOf(choice(eventNames)).defaultsTo((tx) => (tx.logBehaviour(noEventsByDefault), [])),
  ...timestamps,
  secret: string()
    .hidden()
    .defaultsTo((tx, { id }: WebhookRow) => generateSecret(tx, id, 1)),
  former_secrets: listOf(object({ secret: string().required(), until: timestamp().required() }))
    .hidden()
    .defaultsTo([]),
  rotations: integer().hidden().defaultsTo(0),
}

const { url, active, events } = WebhookShape

const reads = ['settings:read'] as const
const writes = ['settings:modify'] as const

export default resource(
  'webhooks',
  WebhookShape,
  { singular: 'Webhook', keepReferences: true },
  ({ list, show, create, update }) => ({
    operations: {
      get_webhooks: list({ scopes: reads }),
      create_webhook: create({ scopes: writes, body: { url: url.required(), active, events } }),
      get_webhook_by_id: show({ scopes: reads }),
      update_webhook_by_id: update({ scopes: writes, body: { url, active, events } }),
      delete_webhook_by_id: operation({
        method: 'DELETE',
        path: '/webhooks/{id}',
        scopes: writes,
        presenter: record('webhooks'),
        handle(tx, { id }) {
          const webhook = tx.get('webhooks', id)
          tx.remove('webhooks', id)
          return webhook
        },
      }),
    },

    acts: {
      register_webhook: act({
        summary: 'Registers a URL for the given events, or for all events.',
        input: {
          url: webhookUrl().required(),
          events: listOf(choice(eventNames)),
          active: boolean(),
          secret: string(),
        },
        returns: 'webhooks',
        handle: (tx, { events = [...eventNames], ...values }) =>
          tx.insert('webhooks', { ...values, events: [...events] }),
      }),
      rotate_secret: act({
        summary: 'Gives a webhook a new secret. The former secret also signs deliveries for a day.',
        input: {
          webhook_id: stringRef('webhooks').required().alias('webhook'),
          grace_s: integer().alias('graceS'),
        },
        returns: 'webhooks',
        handle: (tx, { webhook_id, grace_s }) =>
          tx.update(
            'webhooks',
            webhook_id,
            rotateSecretValues(tx, tx.get('webhooks', webhook_id), grace_s),
          ),
      }),
    },

    recipe: webhookRecipe,
  }),
)
