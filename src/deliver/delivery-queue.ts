/** What waits for its first attempt: a queue for each webhook, in the order of events. */
import type { Cells } from '../machine/cells.ts'
import { treeForm } from '../machine/codecs.ts'
import { compareKeys, type Key } from '../machine/keys.ts'
import { changed, emptyTree, type Tree } from '../machine/tree.ts'
import type { Notification } from './notification.ts'

const form = treeForm<Key, string>(compareKeys)

export interface Backlog {
  /** Lets it wait; gives the id of the one that is dropped where more would wait than may. */
  accept(notification: Notification, most: number, dropsOldest: boolean): string | undefined
  /** Takes out the notification that has waited longest for a webhook. */
  take(webhook: string): string | undefined
  /** How many wait in all. */
  size(): number
}

export function createBacklog(cells: Cells): Backlog {
  const waiting = cells.cell<Tree<Key, string>>('courier.waiting', emptyTree(compareKeys), form)
  const queued = cells.cell<Readonly<Record<string, number>>>('courier.queued', {})
  const length = (webhook: string): number => queued.value[webhook] ?? 0

  function take(webhook: string): string | undefined {
    const pair = waiting.value.getPairOrNextHigher([webhook])
    if (!pair || pair[0][0] !== webhook) return undefined
    waiting.value = changed(waiting.value, (tree) => tree.delete(pair[0]))
    queued.value = { ...queued.value, [webhook]: length(webhook) - 1 }
    return pair[1]
  }

  return {
    accept({ id, webhook_id, number }, most, dropsOldest) {
      const isFull = length(webhook_id) >= most
      const dropped = isFull ? ((dropsOldest ? take(webhook_id) : undefined) ?? id) : undefined
      if (dropped === id) return dropped
      waiting.value = changed(waiting.value, (tree) => tree.set([webhook_id, number], id))
      queued.value = { ...queued.value, [webhook_id]: length(webhook_id) + 1 }
      return dropped
    },
    take,
    size: () => waiting.value.size,
  }
}
