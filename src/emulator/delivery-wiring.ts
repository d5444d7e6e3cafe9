/** Connects webhook delivery to an emulator: tables, signatures, transport and assumptions. */
import { type Announcer, createAnnouncer } from '../deliver/announcer.ts'
import { createWebhookDispatcher, type WebhookDispatcher } from '../deliver/dispatcher.ts'
import { createNotificationStore } from '../deliver/notification-store.ts'
import {
  signHex,
  type Signer,
  signatureScheme,
  type SigningInput,
  signStandardWebhooks,
} from '../deliver/signatures.ts'
import { sendDelivery } from '../deliver/transport.ts'
import { createWebhookRegistry } from '../deliver/webhook-registry.ts'
import { realNowMs } from '../machine/real-time-wakeup.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import type { EmulatorContext } from './context.ts'

const notificationsOf = ({ store, model }: EmulatorContext) =>
  createNotificationStore({ store, model, table: 'webhook_notifications' })

const webhooksOf = ({ store, model }: EmulatorContext) =>
  createWebhookRegistry({ store, model, table: 'webhooks' })

export function wireDispatcher(context: EmulatorContext): WebhookDispatcher {
  const { cells, clock, journal, delivery: policy, alternativesCell, faults, settings } = context
  const { receivers, receiverErrors, idleTracker } = context
  const { timeoutMs } = policy
  const transport = { receivers, receiverErrors, idleTracker, timeoutMs }
  const signerFor = (alternatives: ActiveAlternatives): Signer =>
    settings.customSign ?? (alternatives.has(signatureScheme.id) ? signHex : signStandardWebhooks)
  return createWebhookDispatcher({
    cells,
    clock,
    journal,
    policy,
    faults,
    notifications: notificationsOf(context),
    webhooks: webhooksOf(context),
    sign: (input) =>
      signerFor(alternativesCell.value)({ ...input, atMs: signatureTimeMs(context, input) }),
    usesAlternative: (id) => alternativesCell.value.has(id),
    send: (delivery) => sendDelivery(transport, delivery),
    track: idleTracker.track,
  })
}

/** Returns the timestamp of a signature. A receiver in another process may need the real time. */
const signatureTimeMs = (
  { settings, receivers }: EmulatorContext,
  { url, atMs }: SigningInput,
): number => (settings.signatureClock === 'real' && !receivers.has(url) ? realNowMs() : atMs)

export function wireAnnouncer(context: EmulatorContext): Announcer {
  const { cells, store, random, dispatcher } = context
  const events = cells.cell('deliver.events', 0)
  return createAnnouncer({
    dispatcher,
    notifications: notificationsOf(context),
    webhooks: webhooksOf(context),
    tenant() {
      const educator = store.get('educators', 1)
      return { educator: String(educator?.['slug']), tenant_id: String(educator?.['tenant_id']) }
    },
    eventId: () => random.stream('event', (events.value += 1)).uuid(),
  })
}
