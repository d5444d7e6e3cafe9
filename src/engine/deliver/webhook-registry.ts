/** Reads the registered webhooks and caches the subscribers of each event. */
import type { Store } from '../store/store.ts'
import { oncePerTableVersion } from '../store/table.ts'
import type { Model } from '../model/model.ts'
import type { RegisteredWebhook } from '../model/notification.ts'

const table = 'webhooks'

export class WebhookRegistry {
  readonly #store: Store
  readonly #model: Pick<Model, 'runWithoutEvents'>

  constructor(store: Store, model: Pick<Model, 'runWithoutEvents'>) {
    this.#store = store
    this.#model = model
  }

  get(id: string): RegisteredWebhook | undefined {
    return this.#store.get(table, id) as RegisteredWebhook | undefined
  }

  /** Returns the active webhooks that subscribe to an event. */
  subscribersOf(event: string): readonly RegisteredWebhook[] {
    return activeSubscribers(this.#store, table).get(event) ?? []
  }

  /** Returns the ids of the active webhooks. */
  activeIds(): readonly string[] {
    return activeWebhookIds(this.#store, table)
  }

  deactivate(id: string): void {
    this.#model.runWithoutEvents((tx) => tx.update(table, id, { active: false }))
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
