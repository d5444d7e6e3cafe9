/** The queues of each webhook: notifications that wait for their first attempt, and due attempts without a free slot. */
import type { Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { createCounters } from '../store/counters.ts'
import { isCount, isInteger, isText, isTupleOf } from '../errors/json-checks.ts'
import { compareKeys, type Key } from '../store/keys.ts'
import { withChange, emptyTree, type Tree } from '../store/tree.ts'
import type { Notification } from '../model/notification.ts'
import { isWaitingAttempt } from './attempt-checks.ts'
import type { ScheduledAttempt } from './due-tasks.ts'

const queueCodec = treeCodec<Key, string>(compareKeys, {
  noun: 'queued notifications',
  isKey: isTupleOf(isText, isCount),
  isValue: isText,
})

interface QueuedNotification {
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

/** A retry, a redelivery, an attempt that a fault held back, or an interrupted one. */
export interface WaitingAttempt extends ScheduledAttempt {
  /** Whether the faults of the attempt are already determined. */
  readonly hasFaults: boolean
}

const waitingCodec = treeCodec<Key, WaitingAttempt>(compareKeys, {
  noun: 'waiting attempts',
  isKey: isTupleOf(isText, isInteger),
  isValue: isWaitingAttempt,
})

/** Attempts that are due while their webhook has no free slot: interrupted ones, then the others in the order in which they were due. */
export interface WaitingAttempts {
  /** Appends an attempt to the list of its webhook. */
  add(attempt: WaitingAttempt): void
  /** Inserts attempts at the start of the lists of their webhooks, in this order. */
  insertFirst(attempts: readonly WaitingAttempt[]): void
  /** Removes the first attempt of a webhook and returns it. */
  take(webhook: string): WaitingAttempt | undefined
  /** Returns the number of attempts of a webhook. Above `max`, the count may stop. */
  countFor(webhook: string, max: number): number
  /** Returns the notifications of the waiting attempts of all webhooks. */
  list(): readonly QueuedNotification[]
  /** Returns the number of attempts of all webhooks. */
  size(): number
}

export function createWaitingAttempts(cells: Cells): WaitingAttempts {
  const waiting = cells.cell<Tree<Key, WaitingAttempt>>(
    'webhooks.waitingAttempts',
    emptyTree(compareKeys),
    waitingCodec,
  )

  function insert(attempt: WaitingAttempt, position: number): void {
    const key = [attempt.webhook, position]
    waiting.value = withChange(waiting.value, (tree) => tree.set(key, attempt))
  }

  function firstPair(webhook: string): [Key, WaitingAttempt] | undefined {
    const pair = waiting.value.getPairOrNextHigher([webhook])
    return pair?.[0][0] === webhook ? pair : undefined
  }

  return {
    add(attempt) {
      const { webhook } = attempt
      const last = waiting.value.getPairOrNextLower([webhook, Infinity])?.[0]
      insert(attempt, last?.[0] === webhook ? (last[1] as number) + 1 : 0)
    },
    insertFirst(attempts) {
      for (const attempt of attempts.toReversed()) {
        const [, position] = firstPair(attempt.webhook)?.[0] ?? []
        insert(attempt, position === undefined ? 0 : (position as number) - 1)
      }
    },
    take(webhook) {
      const pair = firstPair(webhook)
      if (!pair) return undefined
      waiting.value = withChange(waiting.value, (tree) => tree.delete(pair[0]))
      return pair[1]
    },
    countFor: (webhook, max) =>
      waiting.value.getRange([webhook], [webhook, Infinity], false, max).length,
    list: () =>
      waiting.value.toArray().map(([[webhook], { id }]) => ({ id, webhook: webhook as string })),
    size: () => waiting.value.size,
  }
}
