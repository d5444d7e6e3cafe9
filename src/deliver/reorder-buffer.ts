/** Holds deliveries back so that the next one to the same webhook goes first. */
import type { Strike } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { Ticket } from '../machine/agenda.ts'
import type { Clock } from '../machine/clock.ts'

/** Nobody is held longer than this, whether another one comes or not. */
export const heldMsMax = 60_000

/** A delivery on hold: it begins when its ticket is due, if it was not let go before. */
interface Held {
  readonly id: string
  readonly webhook: string
  readonly strike: Strike
  readonly ticket: Ticket
  readonly told: true
}

export interface Holding {
  hold(id: string, webhook: string, strike: Strike): void
  /** Lets go what was held before the ticket was made; gives it in its order. */
  release(webhook: string, since: Ticket): readonly Held[]
  /** The time of one that is held has come. */
  forget(id: string): void
}

export function createHolding(cells: Cells, clock: Clock): Holding {
  const held = cells.cell<readonly Held[]>('courier.held', [])
  return {
    hold(id, webhook, strike) {
      const at = clock.now() + heldMsMax
      const ticket = clock.schedule({ at, kind: 'begin', payload: { id, strike, told: true } })
      held.value = [...held.value, { id, webhook, strike, ticket, told: true }]
    },
    release(webhook, since) {
      if (held.value.length === 0) return []
      const isFree = (each: Held): boolean =>
        each.webhook === webhook && (each.ticket[1] as number) < (since[1] as number)
      const free = held.value.filter(isFree)
      held.value = held.value.filter((each) => !isFree(each))
      for (const { ticket } of free) clock.cancel(ticket)
      return free
    },
    forget(id) {
      if (held.value.length > 0) held.value = held.value.filter((each) => each.id !== id)
    },
  }
}
