/** Reads the registered webhooks and caches the list of the active ones. */
import type { Store } from '../machine/store.ts'
import type { Model } from '../model/model.ts'
import type { RegisteredWebhook } from '../model/notification.ts'

export interface WebhookRegistry {
  get(id: string): RegisteredWebhook | undefined
  /** Returns the active webhooks that subscribe to an event. */
  subscribersOf(event: string): readonly RegisteredWebhook[]
  deactivate(id: string): void
}

export interface WebhookRegistryOptions {
  readonly store: Store
  readonly model: Pick<Model, 'runWithoutEvents'>
  /** The name of the table. */
  readonly table: string
}

export function createWebhookRegistry(options: WebhookRegistryOptions): WebhookRegistry {
  const { store, model, table } = options
  return {
    get: (id) => store.get(table, id) as RegisteredWebhook | undefined,
    subscribersOf: (event) =>
      activeWebhooks(store, table).filter(({ events }) => events.includes(event)),
    deactivate: (id) =>
      void model.runWithoutEvents((tx) => tx.update(table, id, { active: false })),
  }
}

/** The active webhooks of each version of the table. Forks share the versions. */
const activeWebhooksCache = new WeakMap<object, readonly RegisteredWebhook[]>()

/** Returns the active webhooks. Each event needs them, and the table changes rarely. */
function activeWebhooks(store: Store, table: string): readonly RegisteredWebhook[] {
  const version = store.tableVersion(table)
  const cached = activeWebhooksCache.get(version)
  if (cached) return cached
  const webhooks = [...(store.scan(table) as Iterable<RegisteredWebhook>)]
  const active = webhooks.filter((webhook) => webhook.active)
  activeWebhooksCache.set(version, active)
  return active
}
