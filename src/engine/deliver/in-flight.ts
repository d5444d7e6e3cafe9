/** The attempts in flight: at most one per notification, with a count per webhook. */
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Cells } from '../store/cells.ts'
import type { TaskHandle } from '../clock/agenda.ts'
import { treeCodec } from '../store/codecs.ts'
import { createCounters } from '../store/counters.ts'
import { isText } from '../errors/json-checks.ts'
import { isInFlightAttempt } from './attempt-checks.ts'
import { compareScalars } from '../store/keys.ts'
import { withChange, emptyTree, type Tree } from '../store/tree.ts'
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

export interface InFlightAttempts {
  /** Returns all attempts with the ids of their notifications, ordered by id. */
  list(): readonly (readonly [notification: string, attempt: InFlightAttempt])[]
  /** Returns the counted attempts of each webhook that has one. */
  counts(): readonly (readonly [webhook: string, count: number])[]
  /** Returns the attempt in flight of a notification. */
  get(notification: string): InFlightAttempt | undefined
  add(notification: string, attempt: InFlightAttempt): void
  remove(notification: string): void
  /** Returns the number of attempts in flight to a webhook. */
  countFor(webhook: string): number
  /** Returns the number of all attempts in flight. */
  size(): number
  /** Removes all attempts and returns them with the ids of their notifications, ordered by id. */
  clear(): readonly (readonly [notification: string, attempt: InFlightAttempt])[]
}

export function createInFlightAttempts(cells: Cells): InFlightAttempts {
  const empty = emptyTree<string, InFlightAttempt>(compareScalars)
  const attempts = cells.cell<Tree<string, InFlightAttempt>>(
    'webhooks.inFlight',
    empty,
    inFlightCodec,
  )
  const counts = createCounters(cells, 'webhooks.inFlightCounts')

  return {
    get: (notification) => attempts.value.get(notification),
    add(notification, attempt) {
      attempts.value = withChange(attempts.value, (tree) => tree.set(notification, attempt))
      counts.adjust(attempt.webhook, 1)
    },
    remove(notification) {
      const attempt = attempts.value.get(notification)
      if (!attempt) return
      attempts.value = withChange(attempts.value, (tree) => tree.delete(notification))
      counts.adjust(attempt.webhook, -1)
    },
    countFor: counts.get,
    size: () => attempts.value.size,
    list: () => attempts.value.toArray(),
    counts: counts.list,
    clear() {
      const all = attempts.value.toArray()
      attempts.value = empty
      counts.clear()
      return all
    },
  }
}
