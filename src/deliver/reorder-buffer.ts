/** Holds deliveries until the next delivery to the same webhook has ended. */
import type { Cells } from '../machine/cells.ts'
import type { TaskHandle } from '../machine/agenda.ts'
import type { Clock } from '../machine/clock.ts'
import { attemptTask, type ScheduledAttempt } from './due-tasks.ts'

/** The maximum time that a delivery is held, in milliseconds. */
export const holdMsMax = 60_000

/** A held delivery. Its attempt starts when its due task runs, or earlier if it is released. */
interface HeldDelivery extends ScheduledAttempt {
  readonly handle: TaskHandle
}

export interface ReorderBuffer {
  hold(scheduled: ScheduledAttempt): void
  /** Removes the deliveries of a webhook that were held before a task was scheduled; returns them in order. */
  release(webhook: string, scheduledBefore: TaskHandle): readonly ScheduledAttempt[]
  /** Removes the delivery of a notification. */
  remove(notification: string): void
}

export function createReorderBuffer(cells: Cells, clock: Clock): ReorderBuffer {
  const held = cells.cell<readonly HeldDelivery[]>('webhooks.reorderBuffer', [])
  return {
    hold(scheduled) {
      const at = clock.now() + holdMsMax
      const handle = clock.schedule({ at, kind: attemptTask, payload: scheduled })
      held.value = [...held.value, { ...scheduled, handle }]
    },
    release(webhook, scheduledBefore) {
      if (held.value.length === 0) return []
      const isReleased = (each: HeldDelivery): boolean =>
        each.webhook === webhook && (each.handle[1] as number) < (scheduledBefore[1] as number)
      const released = held.value.filter(isReleased)
      held.value = held.value.filter((each) => !isReleased(each))
      for (const { handle } of released) clock.cancel(handle)
      return released
    },
    remove(notification) {
      if (held.value.length > 0) held.value = held.value.filter(({ id }) => id !== notification)
    },
  }
}
