/** Connects the webhook dispatcher and the announcer to rows, signatures, receivers and the network. */
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
import { realNowMs } from '../machine/real-time-wakeup.ts'
import type { Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import type { EmulatorContext } from './context.ts'

/** The components that deliveries need. */
export type DeliveryComponents = Pick<
  EmulatorContext,
  | 'settings'
  | 'cells'
  | 'clock'
  | 'idleTracker'
  | 'journal'
  | 'store'
  | 'random'
  | 'model'
  | 'faults'
  | 'alternativesCell'
  | 'receivers'
  | 'receiverErrors'
>

export function createDelivery(
  context: DeliveryComponents,
): Pick<EmulatorContext, 'dispatcher' | 'announcer'> {
  const dispatcher = createDispatcher(context)
  return { dispatcher, announcer: createEventAnnouncer(context, dispatcher) }
}

function createDispatcher(context: DeliveryComponents): WebhookDispatcher {
  const { cells, clock, journal, store, model, alternativesCell, faults, settings } = context
  const signerFor = (alternatives: ActiveAlternatives): Signer =>
    settings.customSign ?? (alternatives.has(signatureScheme.id) ? signHex : signStandardWebhooks)
  return createWebhookDispatcher({
    cells,
    clock,
    journal,
    policy: settings.delivery,
    faults,
    notifications: {
      get: (id) => store.get('webhook_notifications', id) as Notification | undefined,
      update: (id, patch) =>
        void model.runWithoutEvents((tx) => tx.update('webhook_notifications', id, patch)),
      remove: (id) => model.runWithoutEvents((tx) => tx.remove('webhook_notifications', id)),
    },
    sign: (facts) =>
      signerFor(alternativesCell.value)({ ...facts, atMs: signatureTimeMs(context, facts) }),
    webhook: (id) => store.get('webhooks', id) as RegisteredWebhook | undefined,
    deactivateWebhook: (id) =>
      void model.runWithoutEvents((tx) => tx.update('webhooks', id, { active: false })),
    usesAlternative: (id) => alternativesCell.value.has(id),
    send: (delivery) => sendDelivery(context, delivery),
    track: context.idleTracker.track,
  })
}

/** The time in a signature: real time for another process, which has no access to the emulator's clock. */
const signatureTimeMs = (
  { settings, receivers }: DeliveryComponents,
  { url, atMs }: SigningInput,
): number => (settings.signatureClock === 'real' && !receivers.has(url) ? realNowMs() : atMs)

/** The list of errors ends here, because a receiver that always throws would fill it. */
const receiverErrorsMax = 100

/** Sends to the receiver at the URL in this process, or else over the network. */
function sendDelivery(
  { receivers, receiverErrors, idleTracker, settings }: DeliveryComponents,
  delivery: Delivery,
): Promise<DeliveryResponse> {
  const receiver = receivers.get(delivery.url)
  if (receiver === undefined) {
    return idleTracker.trackExternal(() => sendOverNetwork(delivery, settings.delivery.timeoutMs))
  }
  const waitUntil = (work: Promise<unknown>): void =>
    void idleTracker.track(() => Promise.resolve(work))
  return deliverTo(receiver, delivery, { waitUntil }).catch((error: unknown) => {
    if (receiverErrors.length < receiverErrorsMax) receiverErrors.push({ url: delivery.url, error })
    throw error
  })
}

function createEventAnnouncer(
  { cells, journal, store, random, model }: DeliveryComponents,
  dispatcher: WebhookDispatcher,
): Announcer {
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
      model.runWithoutEvents((tx): Notification => {
        const number = tx.reserve('webhook_notifications')
        const id = tx.idFrom('webhook_notifications', number)
        return tx.insert('webhook_notifications', { ...values, id, number })
      }),
    remove: (id) => model.runWithoutEvents((tx) => tx.remove('webhook_notifications', id)),
    oldest: () => first(store.scan('webhook_notifications')) as Notification | undefined,
    count: () => store.size('webhook_notifications'),
    eventId: () => random.stream('event', (events.value += 1)).uuid(),
  })
}

const activeWebhooksCache = new WeakMap<object, readonly RegisteredWebhook[]>()

/** The active webhooks, cached until the table changes: almost every event reads them. */
function activeWebhooks(store: Store): readonly RegisteredWebhook[] {
  const version = store.tableVersion('webhooks')
  const cached = activeWebhooksCache.get(version)
  if (cached) return cached
  const active = [...store.scan('webhooks')].filter(isActiveWebhook)
  activeWebhooksCache.set(version, active)
  return active
}

const isActiveWebhook = (row: Row): row is Row & RegisteredWebhook => row['active'] === true

function first<T>(items: Iterable<T>): T | undefined {
  const [item] = items
  return item
}
