/** The attempts under way: one for each notification at the most, and how many each webhook has. */
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { TaskHandle } from '../machine/agenda.ts'
import { treeCodec } from '../machine/codecs.ts'
import { compareScalars } from '../machine/keys.ts'
import { withChange, emptyTree, type Tree } from '../machine/tree.ts'
import type { Delivery } from './transport.ts'

/** An attempt on its way. */
export interface InFlightAttempt {
  readonly webhook: string
  readonly attempt: number
  readonly startedAt: number
  readonly timeoutHandle: TaskHandle
  /** The number of the attempt's journal entry. */
  readonly entry: number
  /** What hits the attempt. */
  readonly faultHit: FaultHit | undefined
  /** What comes to the receiver when nobody waits for an answer any more. */
  readonly lateDelivery: Delivery | undefined
  /** Whether it was asked for by hand, and so is not followed by another. */
  readonly isManual: boolean
}

const inFlightForm = treeCodec<string, InFlightAttempt>(compareScalars)

export interface InFlightAttempts {
  /** The attempt that is under way for a notification. */
  get(notification: string): InFlightAttempt | undefined
  add(notification: string, inFlight: InFlightAttempt): void
  remove(notification: string): void
  /** How many are under way to a webhook. */
  countFor(webhook: string): number
  /** How many are under way in all. */
  size(): number
  /** Ends all; gives them with their notifications, in the order of those. */
  clear(): readonly (readonly [notification: string, flight: InFlightAttempt])[]
}

export function createInFlightAttempts(cells: Cells): InFlightAttempts {
  const empty = emptyTree<string, InFlightAttempt>(compareScalars)
  const attempts = cells.cell<Tree<string, InFlightAttempt>>('courier.flights', empty, inFlightForm)
  const counts = cells.cell<Readonly<Record<string, number>>>('courier.flying', {})
  const countFor = (webhook: string): number => counts.value[webhook] ?? 0

  function adjustCount(webhook: string, by: 1 | -1): void {
    const { [webhook]: before = 0, ...others } = counts.value
    counts.value = before + by === 0 ? others : { ...others, [webhook]: before + by }
  }

  return {
    get: (notification) => attempts.value.get(notification),
    add(notification, inFlight) {
      attempts.value = withChange(attempts.value, (tree) => tree.set(notification, inFlight))
      adjustCount(inFlight.webhook, 1)
    },
    remove(notification) {
      const inFlight = attempts.value.get(notification)
      if (!inFlight) return
      attempts.value = withChange(attempts.value, (tree) => tree.delete(notification))
      adjustCount(inFlight.webhook, -1)
    },
    countFor,
    size: () => attempts.value.size,
    clear() {
      const all = attempts.value.toArray()
      attempts.value = empty
      counts.value = {}
      return all
    },
  }
}
