/** The attempts in flight: at most one per notification, with a count per webhook. */
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Cell, Cells } from '../store/cells.ts'
import type { TaskHandle } from '../clock/agenda.ts'
import { treeCodec } from '../store/codecs.ts'
import { Counters } from '../store/counters.ts'
import { isText } from '../errors/json-checks.ts'
import { isInFlightAttempt } from './attempt-checks.ts'
import { compareScalars } from '../store/keys.ts'
import { changeTree, emptyTree, type Tree } from '../store/tree.ts'
import type { Delivery } from './delivery-response.ts'

/** An attempt that waits for its response. */
export interface InFlightAttempt {
  readonly webhook: string
  readonly attempt: number
  readonly startedAt: number
  readonly timeoutHandle: TaskHandle
  /** The number of the attempt's journal entry. */
  readonly entry: number
  /** The faults that apply to the attempt. */
  readonly faultHit: FaultHit | undefined
  /** The delivery that arrives at the receiver only after the timeout. */
  readonly lateDelivery: Delivery | undefined
  /** Whether the attempt is a redelivery. A redelivery is not retried. */
  readonly isManual: boolean
}

const inFlightCodec = treeCodec<string, InFlightAttempt>(compareScalars, {
  noun: 'attempts in flight',
  isKey: isText,
  isValue: isInFlightAttempt,
})

/** An attempt with the id of its notification. */
type NotificationAttempt = readonly [notification: string, attempt: InFlightAttempt]

const noAttempts = emptyTree<string, InFlightAttempt>(compareScalars)

export class InFlightAttempts {
  readonly #attempts: Cell<Tree<string, InFlightAttempt>>
  readonly #counts: Counters

  constructor(cells: Cells) {
    this.#attempts = cells.cell('webhooks.inFlight', noAttempts, inFlightCodec)
    this.#counts = new Counters(cells, 'webhooks.inFlightCounts')
  }

  /** Returns the attempt in flight of a notification. */
  get(notification: string): InFlightAttempt | undefined {
    return this.#attempts.value.get(notification)
  }

  add(notification: string, attempt: InFlightAttempt): void {
    changeTree(this.#attempts, (tree) => tree.set(notification, attempt))
    this.#counts.adjust(attempt.webhook, 1)
  }

  remove(notification: string): void {
    const attempt = this.get(notification)
    if (!attempt) return
    changeTree(this.#attempts, (tree) => tree.delete(notification))
    this.#counts.adjust(attempt.webhook, -1)
  }

  /** Returns the number of attempts in flight to a webhook. */
  countFor(webhook: string): number {
    return this.#counts.get(webhook)
  }

  /** Returns the number of all attempts in flight. */
  size(): number {
    return this.#attempts.value.size
  }

  /** Returns all attempts, ordered by the ids of their notifications. */
  list(): readonly NotificationAttempt[] {
    return this.#attempts.value.toArray()
  }

  /** Returns the counted attempts of each webhook that has one. */
  counts(): readonly (readonly [webhook: string, count: number])[] {
    return this.#counts.list()
  }

  /** Removes all attempts and returns them, ordered by the ids of their notifications. */
  clear(): readonly NotificationAttempt[] {
    const all = this.list()
    this.#attempts.value = noAttempts
    this.#counts.clear()
    return all
  }
}
