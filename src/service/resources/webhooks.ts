import * as d from '../../engine/define/define.ts'
import { webhookRecipe } from './webhooks.demo.ts'
import { eventNames } from '../generated/event-names.ts'
import type { Rows } from '../generated/rows.ts'
import {
  acceptsHttpOnly,
  activeByDefault,
  noEventsByDefault,
  signsWithFormerSecret,
} from '../behaviours/shared.ts'

type WebhookRow = Rows['webhooks']

const webhookUrl = () =>
  d.uri().refine((tx, url) => {
    tx.logBehaviour(acceptsHttpOnly)
    if (!/^https?:/i.test(url)) return { '': 'must be an http or https URL' }
    const { username, password } = new URL(url)
    return username || password ? { '': 'must not contain credentials' } : {}
  })

const WebhookShape = {
  id: d.string(),
  url: webhookUrl(),
  active: d.boolean().defaultsTo((tx) => (tx.logBehaviour(activeByDefault), true)),
  events: d
    .listOf(d.choice(eventNames))
    .defaultsTo((tx) => (tx.assumes(noEventsByDefault) ? [] : [...eventNames])),
  ...d.timestamps,
  secret: d
    .string()
    .hidden()
    .defaultsTo((tx, { id }: WebhookRow) => generateSecret(tx, id, 1)),
  former_secrets: d
    .listOf(d.object({ secret: d.string().required(), until: d.timestamp().required() }))
    .hidden()
    .defaultsTo([]),
  rotations: d.integer().hidden().defaultsTo(0),
}

const { url, active, events } = WebhookShape

const reads = ['settings:read'] as const
const writes = ['settings:modify'] as const

export default d.resource(
  'webhooks',
  WebhookShape,
  { singular: 'Webhook', keepReferences: true },
  ({ list, show, create, update }) => ({
    description: 'A URL that receives events.',

    operations: {
      get_webhooks: list({ scopes: reads }),
      create_webhook: create({ scopes: writes, body: { url: url.required(), active, events } }),
      get_webhook_by_id: show({ scopes: reads }),
      update_webhook_by_id: update({ scopes: writes, body: { url, active, events } }),
      delete_webhook_by_id: d.operation({
        method: 'DELETE',
        path: '/webhooks/{id}',
        scopes: writes,
        presenter: d.record('webhooks'),
        handle(tx, { id }) {
          const webhook = tx.get('webhooks', id)
          tx.remove('webhooks', id)
          return webhook
        },
      }),
    },

    acts: {
      register_webhook: d.act({
        summary: 'Registers a URL for the given events, or for all events.',
        input: {
          url: webhookUrl().required(),
          events: d.listOf(d.choice(eventNames)),
          active: d.boolean(),
          secret: d.string(),
        },
        returns: 'webhooks',
        handle: (tx, { events = [...eventNames], ...values }) =>
          tx.insert('webhooks', { ...values, events: [...events] }),
      }),
      rotate_secret: d.act({
        summary: 'Gives a webhook a new secret. The former secret also signs deliveries for a day.',
        input: {
          webhook_id: d.stringRef('webhooks').required().alias('webhook'),
          grace_s: d.integer().alias('graceS'),
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

/** The time after a rotation in which the former secret signs deliveries too. */
const defaultGraceSeconds = 86_400

/** Generates a secret in the format of Standard Webhooks: `whsec_` and 24 bytes in base64. */
function generateSecret(tx: d.Tx, webhook: string, version: number): string {
  const hex = tx.random('webhooks', webhook, 'secret', version).hex(48)
  const bytes = hex.match(/../g) ?? []
  return `whsec_${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`
}

/** Returns the new values of a webhook after a rotation of its secret. */
function rotateSecretValues(
  tx: d.Tx,
  { id, secret, former_secrets, rotations }: WebhookRow,
  graceSeconds = defaultGraceSeconds,
): Partial<WebhookRow> {
  tx.logBehaviour(signsWithFormerSecret)
  const until = new Date(Date.parse(tx.now) + graceSeconds * 1_000).toISOString()
  const stillValid = former_secrets.filter((former) => former.until > tx.now)
  return {
    secret: generateSecret(tx, id, rotations + 2),
    former_secrets: graceSeconds > 0 ? [{ secret, until }, ...stillValid] : [],
    rotations: rotations + 1,
  }
}
