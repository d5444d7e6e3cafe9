/** The queues of notifications that wait for their first attempt: one per webhook, in the order of events. */
import type { Cells } from '../machine/cells.ts'
import { treeCodec } from '../machine/codecs.ts'
import { createCounters } from '../machine/counters.ts'
import { isCount, isText, isTupleOf } from '../machine/json-checks.ts'
import { compareKeys, type Key } from '../machine/keys.ts'
import { withChange, emptyTree, type Tree } from '../machine/tree.ts'
import type { Notification } from '../model/notification.ts'

const queueCodec = treeCodec<Key, string>(compareKeys, {
  noun: 'queued notifications',
  isKey: isTupleOf(isText, isCount),
  isValue: isText,
})

export interface QueuedNotification {
  /** The id of the notification. */
  readonly id: string
  readonly webhook: string
}

export interface DeliveryQueue {
  /** Appends a notification. If the queue is full, returns the id of the notification to drop. */
  enqueue(notification: Notification, maxQueued: number, dropsOldest: boolean): string | undefined
  /** Removes the oldest notification of a webhook from the queue and returns its id. */
  dequeue(webhook: string): string | undefined
  /** Returns the number of queued notifications of all webhooks. */
  size(): number
  /** Returns the queued notifications of all webhooks, in order. */
  list(): readonly QueuedNotification[]
  /** Returns the counted length of each queue that is not empty. */
  lengths(): readonly (readonly [webhook: string, length: number])[]
}

export function createDeliveryQueue(cells: Cells): DeliveryQueue {
  const queue = cells.cell<Tree<Key, string>>('webhooks.queue', emptyTree(compareKeys), queueCodec)
  const lengths = createCounters(cells, 'webhooks.queueLengths')

  function dequeue(webhook: string): string | undefined {
    const pair = queue.value.getPairOrNextHigher([webhook])
    if (!pair || pair[0][0] !== webhook) return undefined
    queue.value = withChange(queue.value, (tree) => tree.delete(pair[0]))
    lengths.adjust(webhook, -1)
    return pair[1]
  }

  return {
    enqueue({ id, webhook_id, number }, maxQueued, dropsOldest) {
      const isFull = lengths.get(webhook_id) >= maxQueued
      const dropped = isFull ? ((dropsOldest ? dequeue(webhook_id) : undefined) ?? id) : undefined
      if (dropped === id) return dropped
      queue.value = withChange(queue.value, (tree) => tree.set([webhook_id, number], id))
      lengths.adjust(webhook_id, 1)
      return dropped
    },
    dequeue,
    size: () => queue.value.size,
    list: () =>
      queue.value.toArray().map(([[webhook], id]) => ({ id, webhook: webhook as string })),
    lengths: lengths.list,
  }
}
