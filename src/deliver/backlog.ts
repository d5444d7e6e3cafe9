/** What waits for its first attempt: a queue for each webhook, in the order of events. */
import type { Cells } from '../machine/cells.ts'
import { treeForm } from '../machine/forms.ts'
import { compareKeys, type Key } from '../machine/keys.ts'
import { changed, emptyTree, type Tree } from '../machine/tree.ts'
import type { Notification } from './notification.ts'

const form = treeForm<Key, string>(compareKeys)

export interface Backlog {
  add(notification: Notification): void
  /** Takes out the notification that has waited longest for a webhook. */
  take(webhook: string): string | undefined
  /** How many wait for a webhook. */
  length(webhook: string): number
  /** How many wait in all. */
  size(): number
}

export function createBacklog(cells: Cells): Backlog {
  const waiting = cells.cell<Tree<Key, string>>('courier.waiting', emptyTree(compareKeys), form)
  const queued = cells.cell<Readonly<Record<string, number>>>('courier.queued', {})
  const length = (webhook: string): number => queued.value[webhook] ?? 0

  return {
    add({ id, webhook_id, number }) {
      waiting.value = changed(waiting.value, (tree) => tree.set([webhook_id, number], id))
      queued.value = { ...queued.value, [webhook_id]: length(webhook_id) + 1 }
    },
    take(webhook) {
      const pair = waiting.value.getPairOrNextHigher([webhook])
      if (!pair || pair[0][0] !== webhook) return undefined
      waiting.value = changed(waiting.value, (tree) => tree.delete(pair[0]))
      queued.value = { ...queued.value, [webhook]: length(webhook) - 1 }
      return pair[1]
    },
    length,
    size: () => waiting.value.size,
  }
}
