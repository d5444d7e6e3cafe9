/** The queues of each webhook: notifications that wait for their first attempt, and due attempts without a free slot. */
import type { Cell, Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { Counters } from '../store/counters.ts'
import { isCount, isInteger, isText, isTupleOf, checkedCodec } from '../errors/json-checks.ts'
import { compareKeys, type Key, compareScalars } from '../store/keys.ts'
import { changeTree, emptyTree, type Tree } from '../store/tree.ts'
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

export class DeliveryQueue {
  readonly #queue: Cell<Tree<Key, string>>
  readonly #lengths: Counters

  constructor(cells: Cells) {
    this.#queue = cells.cell('webhooks.queue', emptyTree(compareKeys), queueCodec)
    this.#lengths = new Counters(cells, 'webhooks.queueLengths')
  }

  /** Appends a notification. If the queue is full, returns the id of the notification to drop. */
  enqueue(
    { id, webhook_id, number }: Notification,
    maxQueued: number,
    dropsOldest: boolean,
  ): string | undefined {
    const isFull = this.#lengths.get(webhook_id) >= maxQueued
    const oldest = isFull && dropsOldest ? this.dequeue(webhook_id) : undefined
    if (isFull && oldest === undefined) return id
    changeTree(this.#queue, (tree) => tree.set([webhook_id, number], id))
    this.#lengths.adjust(webhook_id, 1)
    return oldest
  }

  /** Removes the oldest notification of a webhook from the queue and returns its id. */
  dequeue(webhook: string): string | undefined {
    const pair = this.#queue.value.getPairOrNextHigher([webhook])
    if (!pair || pair[0][0] !== webhook) return undefined
    changeTree(this.#queue, (tree) => tree.delete(pair[0]))
    this.#lengths.adjust(webhook, -1)
    return pair[1]
  }

  /** Returns the number of queued notifications of all webhooks. */
  size(): number {
    return this.#queue.value.size
  }

  /** Returns the queued notifications of all webhooks, in order. */
  list(): QueuedNotification[] {
    return this.#queue.value
      .toArray()
      .map(([[webhook], id]) => ({ id, webhook: webhook as string }))
  }

  /** Returns the counted length of each queue that is not empty. */
  lengths(): readonly (readonly [webhook: string, length: number])[] {
    return this.#lengths.list()
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
export class WaitingAttempts {
  readonly #waiting: Cell<Tree<Key, WaitingAttempt>>

  constructor(cells: Cells) {
    this.#waiting = cells.cell('webhooks.waitingAttempts', emptyTree(compareKeys), waitingCodec)
  }

  /** Appends an attempt to the list of its webhook. */
  add(attempt: WaitingAttempt): void {
    const { webhook } = attempt
    const last = this.#waiting.value.getPairOrNextLower([webhook, Infinity])?.[0]
    this.#insert(attempt, last?.[0] === webhook ? (last[1] as number) + 1 : 0)
  }

  /** Inserts attempts at the start of the lists of their webhooks, in this order. */
  insertFirst(attempts: readonly WaitingAttempt[]): void {
    for (const attempt of attempts.toReversed()) {
      const [, position] = this.#firstPair(attempt.webhook)?.[0] ?? []
      this.#insert(attempt, position === undefined ? 0 : (position as number) - 1)
    }
  }

  /** Removes the first attempt of a webhook and returns it. */
  take(webhook: string): WaitingAttempt | undefined {
    const pair = this.#firstPair(webhook)
    if (!pair) return undefined
    changeTree(this.#waiting, (tree) => tree.delete(pair[0]))
    return pair[1]
  }

  /** Returns the number of attempts of a webhook. Above `max`, the count may stop. */
  countFor(webhook: string, max: number): number {
    return this.#waiting.value.getRange([webhook], [webhook, Infinity], false, max).length
  }

  /** Returns the notifications of the waiting attempts of all webhooks. */
  list(): QueuedNotification[] {
    return this.#waiting.value
      .toArray()
      .map(([[webhook], { id }]) => ({ id, webhook: webhook as string }))
  }

  /** Returns the number of attempts of all webhooks. */
  size(): number {
    return this.#waiting.value.size
  }

  #insert(attempt: WaitingAttempt, position: number): void {
    changeTree(this.#waiting, (tree) => tree.set([attempt.webhook, position], attempt))
  }

  #firstPair(webhook: string): [Key, WaitingAttempt] | undefined {
    const pair = this.#waiting.value.getPairOrNextHigher([webhook])
    return pair?.[0][0] === webhook ? pair : undefined
  }
}

const slotsCodec = treeCodec<string, string>(compareScalars, {
  noun: 'reserved slots',
  isKey: isText,
  isValue: isText,
})

export class ConcurrencyLimit {
  /** The notification that keeps the slot of each webhook, by the id of the webhook. */
  readonly #slots: Cell<Tree<string, string>>
  readonly #maxInFlight: number
  readonly #isStrictOrder: () => boolean

  constructor(cells: Cells, maxInFlight: number, isStrictOrder: () => boolean) {
    this.#slots = cells.cell(
      'webhooks.reservedSlots',
      emptyTree<string, string>(compareScalars),
      slotsCodec,
    )
    this.#maxInFlight = maxInFlight
    this.#isStrictOrder = isStrictOrder
  }

  /** Returns how many queued notifications of a webhook may start while `first` attempts are in flight or start first. */
  countFree(webhook: string, first: number): number {
    if (!this.#isStrictOrder()) return Math.max(0, this.#maxInFlight - first)
    return first === 0 && !this.#slots.value.has(webhook) ? 1 : 0
  }

  // Note: a due attempt does not need the slot that strict order reserves. A retry has this slot itself.
  /** Returns whether a retry or another due attempt may start while `inFlight` attempts are in flight. */
  allowsDue(inFlight: number): boolean {
    return inFlight < this.#maxInFlight
  }

  /** In strict order: keeps the slot of the webhook for the next attempt of this notification. */
  reserve(webhook: string, notification: string): void {
    if (!this.#isStrictOrder()) return
    changeTree(this.#slots, (tree) => tree.set(webhook, notification))
  }

  /** Frees the slot that is reserved for a notification. */
  release(webhook: string, notification: string): void {
    if (this.#slots.value.get(webhook) !== notification) return
    changeTree(this.#slots, (tree) => tree.delete(webhook))
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

export class ReorderBuffer {
  readonly #held: Cell<readonly HeldDelivery[]>
  readonly #clock: Clock

  constructor(cells: Cells, clock: Clock) {
    this.#held = cells.cell('webhooks.reorderBuffer', [], heldCodec)
    this.#clock = clock
  }

  hold(scheduled: ScheduledAttempt, hold?: FaultHit['hold']): void {
    const at = this.#clock.now() + (hold === undefined ? holdMsMax : interceptedHoldMsMax)
    const handle = this.#clock.schedule({ at, kind: attemptTask, payload: scheduled })
    const held = { ...scheduled, handle, isExplicit: hold === 'release' }
    this.#held.value = [...this.#held.value, held]
  }

  /** Removes the deliveries of a webhook that were held before a task was scheduled; returns them in order. */
  release(webhook: string, scheduledBefore: TaskHandle): readonly ScheduledAttempt[] {
    return this.#take(
      (each) =>
        !each.isExplicit &&
        each.webhook === webhook &&
        (each.handle[1] as number) < (scheduledBefore[1] as number),
    )
  }

  /** Removes the held delivery of a notification and returns it; undefined if it is not held. */
  releaseOne(notification: string): ScheduledAttempt | undefined {
    return this.#take(({ id }) => id === notification)[0]
  }

  /** Removes the delivery of a notification. Its due task runs now. */
  remove(notification: string): void {
    const held = this.#held.value
    if (held.length > 0) this.#held.value = held.filter(({ id }) => id !== notification)
  }

  #take(isReleased: (held: HeldDelivery) => boolean): readonly HeldDelivery[] {
    const released = this.#held.value.filter(isReleased)
    if (released.length === 0) return released
    this.#held.value = this.#held.value.filter((each) => !released.includes(each))
    for (const { handle } of released) this.#clock.cancel(handle)
    return released
  }
}
