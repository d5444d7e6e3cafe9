/** Holds deliveries back so that the next one to the same webhook goes first. */
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { TaskHandle } from '../machine/agenda.ts'
import type { Clock } from '../machine/clock.ts'

/** Nobody is held longer than this, whether another one comes or not. */
export const holdMsMax = 60_000

/** A delivery on hold: it begins when its ticket is due, if it was not let go before. */
interface HeldDelivery {
  readonly id: string
  readonly webhook: string
  readonly faultHit: FaultHit
  readonly handle: TaskHandle
  readonly isJournaled: true
}

export interface ReorderBuffer {
  hold(id: string, webhook: string, faultHit: FaultHit): void
  /** Lets go what was held before the ticket was made; gives it in its order. */
  release(webhook: string, startedBefore: TaskHandle): readonly HeldDelivery[]
  /** The time of one that is held has come. */
  remove(id: string): void
}

export function createReorderBuffer(cells: Cells, clock: Clock): ReorderBuffer {
  const held = cells.cell<readonly HeldDelivery[]>('courier.held', [])
  return {
    hold(id, webhook, faultHit) {
      const at = clock.now() + holdMsMax
      const handle = clock.schedule({
        at,
        kind: 'begin',
        payload: { id, faultHit, isJournaled: true },
      })
      held.value = [...held.value, { id, webhook, faultHit, handle, isJournaled: true }]
    },
    release(webhook, startedBefore) {
      if (held.value.length === 0) return []
      const isReleased = (each: HeldDelivery): boolean =>
        each.webhook === webhook && (each.handle[1] as number) < (startedBefore[1] as number)
      const released = held.value.filter(isReleased)
      held.value = held.value.filter((each) => !isReleased(each))
      for (const { handle } of released) clock.cancel(handle)
      return released
    },
    remove(id) {
      if (held.value.length > 0) held.value = held.value.filter((each) => each.id !== id)
    },
  }
}
