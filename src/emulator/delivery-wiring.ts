/** Wires what carries events to webhooks: from where it takes them, how it signs, to whom it sends. */
import { type Announcer, createAnnouncer } from '../deliver/announcer.ts'
import type { Courier } from '../deliver/dispatcher-types.ts'
import { createCourier } from '../deliver/dispatcher.ts'
import type { Notification, Webhook } from '../deliver/notification.ts'
import {
  hexDigest,
  type Sign,
  signature,
  type Signing,
  standardWebhooks,
} from '../deliver/signatures.ts'
import { type Answer, type Delivery, deliverTo, sendByNetwork } from '../deliver/transport.ts'
import type { Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import { realNowMs } from '../machine/real-time-wakeup.ts'
import type { Readings } from '../model/settings.ts'
import type { Assembly } from './context.ts'

export function assembleCourier(parts: Assembly): Courier {
  const { cells, clock, journal, store, patience, readingsCell, faults, settings } = parts
  const signing = (readings: Readings): Sign =>
    settings.sign ?? (readings.has(signature.id) ? hexDigest : standardWebhooks)
  return createCourier({
    cells,
    clock,
    journal,
    patience,
    faults,
    notifications: {
      get: (id) => store.get('webhook_notifications', id) as Notification | undefined,
      update: (id, patch) =>
        void parts.model.quietly((tx) => tx.update('webhook_notifications', id, patch)),
      forget: (id) => parts.model.quietly((tx) => tx.remove('webhook_notifications', id)),
    },
    sign: (facts) => signing(readingsCell.value)({ ...facts, atMs: timeFor(parts, facts) }),
    webhook: (id) => store.get('webhooks', id) as Webhook | undefined,
    deactivate: (id) =>
      void parts.model.quietly((tx) => tx.update('webhooks', id, { active: false })),
    isInstead: (id) => readingsCell.value.has(id),
    send: (delivery) => send(parts, delivery),
    track: parts.quiet.track,
  })
}

/** The moment that a signature carries: another process may know the real time alone. */
const timeFor = ({ settings, receivers }: Assembly, { url, atMs }: Signing): number =>
  settings.networkTime === 'real' && !receivers.has(url) ? realNowMs() : atMs

/** What a function that stands in for an endpoint threw. */
export interface ThrownByReceiver {
  readonly url: string
  readonly error: unknown
}

/** As many are kept; one that always throws says nothing new. */
const thrownMax = 100

/** To the receiver at that address in this process, or else over the network. */
function send(
  { receivers, thrown, quiet, patience }: Assembly,
  delivery: Delivery,
): Promise<Answer> {
  const receiver = receivers.get(delivery.url)
  if (receiver === undefined) {
    return quiet.outside(() => sendByNetwork(delivery, patience.timeoutMs))
  }
  const waitUntil = (work: Promise<unknown>): void => void quiet.track(() => Promise.resolve(work))
  return deliverTo(receiver, delivery, { waitUntil }).catch((error: unknown) => {
    if (thrown.length < thrownMax) thrown.push({ url: delivery.url, error })
    throw error
  })
}

export function assembleAnnouncer({
  cells,
  journal,
  store,
  random,
  model,
  courier,
}: Assembly): Announcer {
  const events = cells.cell('deliver.events', 0)
  return createAnnouncer({
    journal,
    courier,
    webhooks: () => activeWebhooks(store),
    tenant() {
      const educator = store.get('educators', 1) as Row
      return { educator: educator['slug'] as string, tenant_id: educator['tenant_id'] as string }
    },
    keep: (values) =>
      model.quietly((tx) => {
        const number = tx.reserve('webhook_notifications')
        const id = tx.idFrom('webhook_notifications', number)
        return tx.insert('webhook_notifications', { ...values, id, number })
      }) as unknown as Notification,
    forget: (id) => model.quietly((tx) => tx.remove('webhook_notifications', id)),
    oldest: () => first(store.walk('webhook_notifications')) as Notification | undefined,
    count: () => store.size('webhook_notifications'),
    eventId: () => random.at('event', (events.value += 1)).uuid(),
  })
}

const webhookLists = new WeakMap<object, readonly Webhook[]>()

/** Nearly every event asks, and webhooks hardly ever change. */
function activeWebhooks(store: Store): readonly Webhook[] {
  const version = store.versionOf('webhooks')
  const known = webhookLists.get(version)
  if (known) return known
  const active = [...store.walk('webhooks')].filter((row) => row['active'] === true)
  webhookLists.set(version, active as unknown as Webhook[])
  return active as unknown as Webhook[]
}

function first<T>(items: Iterable<T>): T | undefined {
  const [item] = items
  return item
}
