/** Reads the registered webhooks and caches the subscribers of each event. */
import type { Store } from '../store/store.ts'
import { oncePerTableVersion } from '../store/table.ts'
import type { Model } from '../model/model.ts'
import type { RegisteredWebhook } from '../model/notification.ts'

export interface WebhookRegistry {
  get(id: string): RegisteredWebhook | undefined
  /** Returns the active webhooks that subscribe to an event. */
  subscribersOf(event: string): readonly RegisteredWebhook[]
  /** Returns the ids of the active webhooks. */
  activeIds(): readonly string[]
  deactivate(id: string): void
}

interface WebhookRegistryOptions {
  readonly store: Store
  readonly model: Pick<Model, 'runWithoutEvents'>
  /** The name of the table. */
  readonly table: string
}

export function createWebhookRegistry(options: WebhookRegistryOptions): WebhookRegistry {
  const { store, model, table } = options
  return {
    get: (id) => store.get(table, id) as RegisteredWebhook | undefined,
    subscribersOf: (event) => activeSubscribers(store, table).get(event) ?? [],
    activeIds: () => activeWebhookIds(store, table),
    deactivate: (id) =>
      void model.runWithoutEvents((tx) => tx.update(table, id, { active: false })),
  }
}

/** The active webhooks that subscribe to each event, in the order of their ids. */
type Subscribers = ReadonlyMap<string, readonly RegisteredWebhook[]>

/** Returns the active subscribers of all events. Each event needs them, and the table changes rarely. */
const activeSubscribers = oncePerTableVersion((store: Store, table): Subscribers => {
  const subscribers = new Map<string, RegisteredWebhook[]>()
  for (const webhook of store.scan(table) as Iterable<RegisteredWebhook>) {
    if (!webhook.active) continue
    for (const event of new Set(webhook.events)) {
      const known = subscribers.get(event)
      if (known) known.push(webhook)
      else subscribers.set(event, [webhook])
    }
  }
  return subscribers
})

const activeWebhookIds = oncePerTableVersion((store: Store, table): readonly string[] =>
  [...(store.scan(table) as Iterable<RegisteredWebhook>)]
    .filter(({ active }) => active)
    .map(({ id }) => id),
)
