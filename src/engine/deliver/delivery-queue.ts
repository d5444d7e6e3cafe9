/** The queues of each webhook: notifications that wait for their first attempt, and due attempts without a free slot. */
import type { Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { createCounters } from '../store/counters.ts'
import { isCount, isInteger, isText, isTupleOf, checkedCodec } from '../errors/json-checks.ts'
import { compareKeys, type Key, compareScalars } from '../store/keys.ts'
import { withChange, emptyTree, type Tree } from '../store/tree.ts'
import type { Notification } from '../model/notification.ts'
import { isWaitingAttempt, isHeldDeliveryList } from './attempt-checks.ts'
import { type ScheduledAttempt, attemptTask } from './due-tasks.ts'
import type { TaskHandle } from '../clock/agenda.ts'
import type { Clock } from '../clock/clock.ts'
import { dayMs } from '../clock/duration.ts'
import type { FaultHit } from '../faults/fault-rule.ts'

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

/** The notification that keeps the slot of each webhook, by the id of the webhook. */
type ReservedSlots = Tree<string, string>

const slotsCodec = treeCodec<string, string>(compareScalars, {
  noun: 'reserved slots',
  isKey: isText,
  isValue: isText,
})

export interface ConcurrencyLimit {
  /** Returns how many queued notifications of a webhook may start while `first` attempts are in flight or start first. */
  countFree(webhook: string, first: number): number
  /** Returns whether a retry or another due attempt may start while `inFlight` attempts are in flight. */
  allowsDue(inFlight: number): boolean
  /** In strict order: keeps the slot of the webhook for the next attempt of this notification. */
  reserve(webhook: string, notification: string): void
  /** Frees the slot that is reserved for a notification. */
  release(webhook: string, notification: string): void
}

export function createConcurrencyLimit(
  cells: Cells,
  maxInFlight: number,
  isStrictOrder: () => boolean,
): ConcurrencyLimit {
  const slots = cells.cell<ReservedSlots>(
    'webhooks.reservedSlots',
    emptyTree<string, string>(compareScalars),
    slotsCodec,
  )
  return {
    countFree(webhook, first) {
      if (!isStrictOrder()) return Math.max(0, maxInFlight - first)
      return first === 0 && !slots.value.has(webhook) ? 1 : 0
    },
    // Note: a due attempt does not need the slot that strict order reserves. A retry has this slot itself.
    allowsDue: (inFlight) => inFlight < maxInFlight,
    reserve(webhook, notification) {
      if (!isStrictOrder()) return
      slots.value = withChange(slots.value, (tree) => tree.set(webhook, notification))
    },
    release(webhook, notification) {
      if (slots.value.get(webhook) !== notification) return
      slots.value = withChange(slots.value, (tree) => tree.delete(webhook))
    },
  }
}

/** The maximum time that a delivery is held, in milliseconds. */
const holdMsMax = 60_000

/** The maximum time that a delivery is held for an interceptor, in milliseconds: a year. */
const interceptedHoldMsMax = 365 * dayMs

/** A held delivery. Its attempt starts when its due task runs, or earlier if it is released. */
interface HeldDelivery extends ScheduledAttempt {
  readonly handle: TaskHandle
  /** Whether only `releaseOne` releases the delivery. */
  readonly isExplicit: boolean
}

const heldCodec = checkedCodec<readonly HeldDelivery[]>('held deliveries', isHeldDeliveryList)

export interface ReorderBuffer {
  hold(scheduled: ScheduledAttempt, hold?: FaultHit['hold']): void
  /** Removes the deliveries of a webhook that were held before a task was scheduled; returns them in order. */
  release(webhook: string, scheduledBefore: TaskHandle): readonly ScheduledAttempt[]
  /** Removes the held delivery of a notification and returns it; undefined if it is not held. */
  releaseOne(notification: string): ScheduledAttempt | undefined
  /** Removes the delivery of a notification. */
  remove(notification: string): void
}

export function createReorderBuffer(cells: Cells, clock: Clock): ReorderBuffer {
  const held = cells.cell<readonly HeldDelivery[]>('webhooks.reorderBuffer', [], heldCodec)
  return {
    hold(scheduled, hold) {
      const at = clock.now() + (hold === undefined ? holdMsMax : interceptedHoldMsMax)
      const handle = clock.schedule({ at, kind: attemptTask, payload: scheduled })
      held.value = [...held.value, { ...scheduled, handle, isExplicit: hold === 'release' }]
    },
    release(webhook, scheduledBefore) {
      if (held.value.length === 0) return []
      const isReleased = (each: HeldDelivery): boolean =>
        !each.isExplicit &&
        each.webhook === webhook &&
        (each.handle[1] as number) < (scheduledBefore[1] as number)
      const released = held.value.filter(isReleased)
      held.value = held.value.filter((each) => !isReleased(each))
      for (const { handle } of released) clock.cancel(handle)
      return released
    },
    releaseOne(notification) {
      const released = held.value.find(({ id }) => id === notification)
      if (!released) return undefined
      held.value = held.value.filter((each) => each !== released)
      clock.cancel(released.handle)
      return released
    },
    remove(notification) {
      if (held.value.length > 0) held.value = held.value.filter(({ id }) => id !== notification)
    },
  }
}
