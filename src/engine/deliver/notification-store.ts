/** Stores notifications as rows of a table, without journal entries and events. */
import type { Cell, Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { isCount, isText } from '../errors/json-checks.ts'
import { compareScalars } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { emptyTree, type Tree, changeTree } from '../store/tree.ts'
import type { Model } from '../model/model.ts'
import type { Notification } from '../model/notification.ts'

interface NotificationStoreOptions {
  readonly cells: Cells
  readonly store: Store
  readonly model: Pick<Model, 'runWithoutEvents'>
  /** The maximum number of finished notifications. */
  readonly maxFinished: number
}

const table = 'webhook_notifications'

const finishedCodec = treeCodec<number, string>(compareScalars, {
  noun: 'finished notifications',
  isKey: isCount,
  isValue: isText,
})

export class NotificationStore {
  /** The ids of the finished notifications by their numbers. */
  readonly #finished: Cell<Tree<number, string>>
  readonly #options: NotificationStoreOptions

  constructor(options: NotificationStoreOptions) {
    const { cells } = options
    this.#options = options
    this.#finished = cells.cell(
      'webhooks.finished',
      emptyTree<number, string>(compareScalars),
      finishedCodec,
    )
  }

  get(id: string): Notification | undefined {
    return this.#options.store.get(table, id) as Notification | undefined
  }

  /** Stores a new notification and returns it with its id and number. */
  add(values: Omit<Notification, 'id' | 'number'>): Notification {
    return this.#options.model.runWithoutEvents((tx) => {
      const number = tx.reserve(table)
      return tx.insert(table, { ...values, id: tx.idFrom(table, number), number })
    })
  }

  /** Changes a notification. Above the maximum of finished notifications, removes the oldest one. */
  update(id: string, patch: Partial<Notification>): void {
    const { model, maxFinished } = this.#options
    const { number, status }: Notification = model.runWithoutEvents((tx) =>
      tx.update(table, id, patch),
    )
    if (status !== 'succeeded' && status !== 'failed') return this.#forgetFinished(number)
    changeTree(this.#finished, (tree) => tree.set(number, id))
    if (this.#finished.value.size > maxFinished) this.#removeOldestFinished()
  }

  remove(id: string): void {
    const notification = this.get(id)
    this.#options.model.runWithoutEvents((tx) => tx.remove(table, id))
    if (notification) this.#forgetFinished(notification.number)
  }

  #forgetFinished(number: number): void {
    if (this.#finished.value.has(number)) changeTree(this.#finished, (tree) => tree.delete(number))
  }

  #removeOldestFinished(): void {
    const oldest = this.#finished.value.minKey() as number
    const id = this.#finished.value.get(oldest) as string
    if (this.get(id)) this.remove(id)
    else this.#forgetFinished(oldest)
  }
}
