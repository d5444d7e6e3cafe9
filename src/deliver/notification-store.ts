/** Stores notifications as rows of a table, without journal entries and events. */
import type { Store } from '../machine/store.ts'
import type { Model } from '../model/model.ts'
import type { Notification } from '../model/notification.ts'

/** The maximum number of stored notifications. Above it, the oldest one is removed if it is finished. */
export const notificationsMax = 50_000

export interface NotificationStore {
  get(id: string): Notification | undefined
  /** Stores a new notification and returns it with its id and number. */
  add(values: Omit<Notification, 'id' | 'number'>): Notification
  update(id: string, patch: Partial<Notification>): void
  remove(id: string): void
}

export interface NotificationStoreOptions {
  readonly store: Store
  readonly model: Pick<Model, 'runWithoutEvents'>
  /** The name of the table. */
  readonly table: string
}

export function createNotificationStore(options: NotificationStoreOptions): NotificationStore {
  const { store, model, table } = options

  const remove = (id: string): void => model.runWithoutEvents((tx) => tx.remove(table, id))

  function removeOldestIfFinished(): void {
    if (store.size(table) <= notificationsMax) return
    const [oldest] = store.scan(table) as Iterable<Notification>
    if (oldest?.status === 'succeeded' || oldest?.status === 'failed') remove(oldest.id)
  }

  return {
    get: (id) => store.get(table, id) as Notification | undefined,
    add(values) {
      const notification = model.runWithoutEvents((tx) => {
        const number = tx.reserve(table)
        return tx.insert(table, { ...values, id: tx.idFrom(table, number), number }) as Notification
      })
      removeOldestIfFinished()
      return notification
    },
    update: (id, patch) => void model.runWithoutEvents((tx) => tx.update(table, id, patch)),
    remove,
  }
}
