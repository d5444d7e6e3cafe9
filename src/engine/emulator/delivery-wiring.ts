/** Connects the webhook dispatcher and the announcer to rows, signatures, receivers and the network. */
import { createAnnouncer } from '../deliver/announcer.ts'
import { createWebhookDispatcher, type WebhookDispatcher } from '../deliver/dispatcher.ts'
import { NotificationStore } from '../deliver/notification-store.ts'
import {
  signHex,
  type Signer,
  type SigningInput,
  signStandardWebhooks,
} from '../deliver/signatures.ts'
import { signatureScheme } from '../deliver/behaviours.ts'
import type { Announcer } from '../model/model.ts'
import { sendDelivery } from '../deliver/transport.ts'
import { WebhookRegistry } from '../deliver/webhook-registry.ts'
import { checkedCodec, isCount } from '../errors/json-checks.ts'
import { realNowMs } from '../clock/real-time-wakeup.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import type { EmulatorContext } from './context.ts'
import { tenantIn } from './service-definition.ts'

/** The components that exist before deliveries. */
type DeliveryComponents = Omit<
  EmulatorContext,
  'dispatcher' | 'announcer' | 'transitionSource' | 'serve' | 'initialState'
>

/** The tables of deliveries. */
interface DeliveryTables {
  readonly notifications: NotificationStore
  readonly webhooks: WebhookRegistry
}

export function createDelivery(
  context: DeliveryComponents,
): Pick<EmulatorContext, 'dispatcher' | 'announcer'> {
  const { cells, store, model, settings } = context
  const { maxFinished } = settings.delivery
  const tables: DeliveryTables = {
    notifications: new NotificationStore({ cells, store, model, maxFinished }),
    webhooks: new WebhookRegistry(store, model),
  }
  const dispatcher = createDispatcher(context, tables)
  return { dispatcher, announcer: createEventAnnouncer(context, tables, dispatcher) }
}

function createDispatcher(context: DeliveryComponents, tables: DeliveryTables): WebhookDispatcher {
  const { cells, clock, journal, alternativesCell, faults, settings } = context
  const { receivers, receiverErrors, idleTracker } = context
  const { timeoutMs } = settings.delivery
  const { deliverTo } = settings
  const transport = { receivers, receiverErrors, idleTracker, timeoutMs, deliverTo }
  const signerFor = (alternatives: ActiveAlternatives): Signer =>
    settings.customSign ?? (alternatives.has(signatureScheme.id) ? signHex : signStandardWebhooks)
  const { notifications, webhooks } = tables
  // Note: with a spread, this object and the one below cost a third of a fork.
  return createWebhookDispatcher({
    notifications,
    webhooks,
    cells,
    clock,
    journal,
    policy: settings.delivery,
    faults,
    sign: (input) =>
      signerFor(alternativesCell.value)({ ...input, atMs: signatureTimeMs(context, input) }),
    usesAlternative: (id) => alternativesCell.value.has(id),
    send: (delivery, number) =>
      sendDelivery(transport, delivery, { journal: journal.identity(), number }),
    track: idleTracker.track,
  })
}

/** The time in a signature: real time for another process, which has no access to the emulator's clock. */
const signatureTimeMs = (
  { settings, receivers }: DeliveryComponents,
  { url, atMs }: SigningInput,
): number => (settings.signatureClock === 'real' && !receivers.has(url) ? realNowMs() : atMs)

const eventsCodec = checkedCodec<number>('events', isCount)

function createEventAnnouncer(
  { settings, cells, store, random, alternativesCell }: DeliveryComponents,
  { notifications, webhooks }: DeliveryTables,
  dispatcher: WebhookDispatcher,
): Announcer {
  const events = cells.cell('deliver.events', 0, eventsCodec)
  return createAnnouncer({
    notifications,
    webhooks,
    dispatcher,
    tenant() {
      const row = tenantIn(settings, store)
      const keys = Object.entries(settings.tenant?.payload ?? {})
      return row && Object.fromEntries(keys.map(([key, column]) => [key, String(row[column])]))
    },
    alternatives: () => alternativesCell.value,
    eventId: () => random.stream('event', (events.value += 1)).uuid(),
  })
}
