import {
  act,
  amounts,
  assumed,
  boolean,
  choice,
  integer,
  listOf,
  object,
  operation,
  record,
  resource,
  stamps,
  string,
  stringRef,
  timestamp,
  uri,
} from '../define/define.ts'
import { rotated, secretFor } from './webhooks.signing-secret.ts'
import { webhookEvents } from './webhooks.events.ts'
import type { Rows } from '../generated/rows.ts'

type WebhookRow = Rows['webhooks']

const activeAtFirst = assumed('webhook.active.default', 'a new webhook is active', {
  because: 'the contract gives no default; who registers one wants to hear from it',
})
const noEvents = assumed('webhook.events.default', 'a webhook without events hears of nothing', {
  because: 'the contract gives no default',
})

/** An address that wants to hear of events. */
export const Webhook = {
  id: string(),
  url: uri(),
  active: boolean().initially((tx) => (tx.uses(activeAtFirst), true)),
  events: listOf(choice(webhookEvents)).initially((tx) => (tx.uses(noEvents), [])),
  ...stamps,
  secret: string()
    .hidden()
    .initially((tx, { id }: WebhookRow) => secretFor(tx, id, 1)),
  former_secrets: listOf(object({ secret: string().required(), until: timestamp().required() }))
    .hidden()
    .initially([]),
  rotations: integer().hidden().initially(0),
}

const { url, active, events } = Webhook

const reads = ['settings:read'] as const
const writes = ['settings:modify'] as const

export default resource(
  'webhooks',
  Webhook,
  { one: 'Webhook', outlived: true },
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
        present: record('webhooks'),
        answer(tx, { id }) {
          const webhook = tx.get('webhooks', id)
          tx.remove('webhooks', id)
          return webhook
        },
      }),
    },

    acts: {
      register_webhook: act({
        says: 'Registers an address on the network for events: all of them, unless some are named.',
        input: {
          url: uri().required(),
          events: listOf(choice(webhookEvents)),
          active: boolean(),
          secret: string(),
        },
        gives: 'webhooks',
        answer: (tx, { events = [...webhookEvents], ...values }) =>
          tx.insert('webhooks', { ...values, events: [...events] }),
      }),
      rotate_secret: act({
        says: 'Gives a webhook a new secret; for a day deliveries are signed with the former one too.',
        input: {
          webhook_id: stringRef('webhooks').required().called('webhook'),
          grace_s: integer().called('graceS'),
        },
        gives: 'webhooks',
        answer: (tx, { webhook_id, grace_s }) =>
          tx.update('webhooks', webhook_id, rotated(tx, tx.get('webhooks', webhook_id), grace_s)),
      }),
    },

    recipe: {
      amounts: amounts(1, 30, 30),
      fields: {
        url: ({ number }) => `https://integration-${number}.example.test/hooks`,
        active: () => false,
        events: ({ chance }) => ['user.created', 'user.updated', chance.pick(webhookEvents)],
      },
    },
  }),
)
