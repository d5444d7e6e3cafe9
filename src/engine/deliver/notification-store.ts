/** Stores notifications as rows of a table, without journal entries and events. */
import type { Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { isCount, isText } from '../errors/json-checks.ts'
import { compareScalars } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { emptyTree, type Tree, withChange } from '../store/tree.ts'
import type { Model } from '../model/model.ts'
import type { Notification } from '../model/notification.ts'

export interface NotificationStore {
  get(id: string): Notification | undefined
  /** Stores a new notification and returns it with its id and number. */
  add(values: Omit<Notification, 'id' | 'number'>): Notification
  /** Changes a notification. Above the maximum of finished notifications, removes the oldest one. */
  update(id: string, patch: Partial<Notification>): void
  remove(id: string): void
}

interface NotificationStoreOptions {
  readonly cells: Cells
  readonly store: Store
  readonly model: Pick<Model, 'runWithoutEvents'>
  /** The name of the table. */
  readonly table: string
  /** The maximum number of finished notifications. */
  readonly maxFinished: number
}

/** The ids of the finished notifications by their numbers. */
type FinishedNotifications = Tree<number, string>

const finishedCodec = treeCodec<number, string>(compareScalars, {
  noun: 'finished notifications',
  isKey: isCount,
  isValue: isText,
})

export function createNotificationStore(options: NotificationStoreOptions): NotificationStore {
  const { cells, store, model, table, maxFinished } = options
  const finished = cells.cell<FinishedNotifications>(
    'webhooks.finished',
    emptyTree<number, string>(compareScalars),
    finishedCodec,
  )

  const get = (id: string) => store.get(table, id) as Notification | undefined

  function remove(id: string): void {
    const notification = get(id)
    model.runWithoutEvents((tx) => tx.remove(table, id))
    if (notification) forgetFinished(notification.number)
  }

  function forgetFinished(number: number): void {
    if (!finished.value.has(number)) return
    finished.value = withChange(finished.value, (tree) => tree.delete(number))
  }

  function trackFinished({ id, number, status }: Notification): void {
    if (status !== 'succeeded' && status !== 'failed') return forgetFinished(number)
    finished.value = withChange(finished.value, (tree) => tree.set(number, id))
    if (finished.value.size > maxFinished) removeOldestFinished()
  }

  function removeOldestFinished(): void {
    const oldest = finished.value.minKey() as number
    const id = finished.value.get(oldest) as string
    if (get(id)) remove(id)
    else forgetFinished(oldest)
  }

  return {
    get,
    add: (values) =>
      model.runWithoutEvents((tx) => {
        const number = tx.reserve(table)
        return tx.insert(table, { ...values, id: tx.idFrom(table, number), number }) as Notification
      }),
    update(id, patch) {
      const updated = model.runWithoutEvents((tx) => tx.update(table, id, patch)) as Notification
      trackFinished(updated)
    },
    remove,
  }
}
