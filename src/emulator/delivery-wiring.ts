/** Wires what carries events to webhooks: from where it takes them, how it signs, to whom it sends. */
import { type Announcer, createAnnouncer } from '../deliver/announcer.ts'
import type { WebhookDispatcher } from '../deliver/dispatcher-types.ts'
import { createWebhookDispatcher } from '../deliver/dispatcher.ts'
import type { Notification, RegisteredWebhook } from '../deliver/notification.ts'
import {
  signHex,
  type Signer,
  signatureScheme,
  type SigningInput,
  signStandardWebhooks,
} from '../deliver/signatures.ts'
import {
  type DeliveryResponse,
  type Delivery,
  deliverTo,
  sendOverNetwork,
} from '../deliver/transport.ts'
import type { Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import { realNowMs } from '../machine/real-time-wakeup.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import type { EmulatorContext } from './context.ts'

export function wireDispatcher(context: EmulatorContext): WebhookDispatcher {
  const {
    cells,
    clock,
    journal,
    store,
    delivery: policy,
    alternativesCell,
    faults,
    settings,
  } = context
  const signerFor = (alternatives: ActiveAlternatives): Signer =>
    settings.customSign ?? (alternatives.has(signatureScheme.id) ? signHex : signStandardWebhooks)
  return createWebhookDispatcher({
    cells,
    clock,
    journal,
    policy,
    faults,
    notifications: {
      get: (id) => store.get('webhook_notifications', id) as Notification | undefined,
      update: (id, patch) =>
        void context.model.runWithoutEvents((tx) => tx.update('webhook_notifications', id, patch)),
      remove: (id) =>
        context.model.runWithoutEvents((tx) => tx.remove('webhook_notifications', id)),
    },
    sign: (facts) =>
      signerFor(alternativesCell.value)({ ...facts, atMs: signatureTimeMs(context, facts) }),
    webhook: (id) => store.get('webhooks', id) as RegisteredWebhook | undefined,
    deactivateWebhook: (id) =>
      void context.model.runWithoutEvents((tx) => tx.update('webhooks', id, { active: false })),
    usesAlternative: (id) => alternativesCell.value.has(id),
    send: (delivery) => sendDelivery(context, delivery),
    track: context.idleTracker.track,
  })
}

/** The moment that a signature carries: another process may know the real time alone. */
const signatureTimeMs = (
  { settings, receivers }: EmulatorContext,
  { url, atMs }: SigningInput,
): number => (settings.signatureClock === 'real' && !receivers.has(url) ? realNowMs() : atMs)

/** What a function that stands in for an endpoint threw. */
export interface ReceiverError {
  readonly url: string
  readonly error: unknown
}

/** As many are kept; one that always throws says nothing new. */
const receiverErrorsMax = 100

/** To the receiver at that address in this process, or else over the network. */
function sendDelivery(
  { receivers, receiverErrors, idleTracker, delivery: policy }: EmulatorContext,
  delivery: Delivery,
): Promise<DeliveryResponse> {
  const receiver = receivers.get(delivery.url)
  if (receiver === undefined) {
    return idleTracker.trackExternal(() => sendOverNetwork(delivery, policy.timeoutMs))
  }
  const waitUntil = (work: Promise<unknown>): void =>
    void idleTracker.track(() => Promise.resolve(work))
  return deliverTo(receiver, delivery, { waitUntil }).catch((error: unknown) => {
    if (receiverErrors.length < receiverErrorsMax) receiverErrors.push({ url: delivery.url, error })
    throw error
  })
}

export function wireAnnouncer({
  cells,
  journal,
  store,
  random,
  model,
  dispatcher,
}: EmulatorContext): Announcer {
  const events = cells.cell('deliver.events', 0)
  return createAnnouncer({
    journal,
    dispatcher,
    webhooks: () => activeWebhooks(store),
    tenant() {
      const educator = store.get('educators', 1) as Row
      return { educator: educator['slug'] as string, tenant_id: educator['tenant_id'] as string }
    },
    store: (values) =>
      model.runWithoutEvents((tx) => {
        const number = tx.reserve('webhook_notifications')
        const id = tx.idFrom('webhook_notifications', number)
        return tx.insert('webhook_notifications', { ...values, id, number })
      }) as unknown as Notification,
    remove: (id) => model.runWithoutEvents((tx) => tx.remove('webhook_notifications', id)),
    oldest: () => first(store.scan('webhook_notifications')) as Notification | undefined,
    count: () => store.size('webhook_notifications'),
    eventId: () => random.stream('event', (events.value += 1)).uuid(),
  })
}

const activeWebhooksCache = new WeakMap<object, readonly RegisteredWebhook[]>()

/** Nearly every event asks, and webhooks hardly ever change. */
function activeWebhooks(store: Store): readonly RegisteredWebhook[] {
  const version = store.tableVersion('webhooks')
  const cached = activeWebhooksCache.get(version)
  if (cached) return cached
  const active = [...store.scan('webhooks')].filter((row) => row['active'] === true)
  activeWebhooksCache.set(version, active as unknown as RegisteredWebhook[])
  return active as unknown as RegisteredWebhook[]
}

function first<T>(items: Iterable<T>): T | undefined {
  const [item] = items
  return item
}
