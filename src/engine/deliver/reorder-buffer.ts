/** Holds deliveries until the next delivery to the same webhook has ended, or until they are released. */
import type { Cells } from '../store/cells.ts'
import type { TaskHandle } from '../clock/agenda.ts'
import type { Clock } from '../clock/clock.ts'
import { dayMs } from '../clock/duration.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import { checkedCodec } from '../errors/json-checks.ts'
import { isHeldDeliveryList } from './attempt-checks.ts'
import { attemptTask, type ScheduledAttempt } from './due-tasks.ts'

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
