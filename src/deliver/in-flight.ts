/** The attempts under way: one for each notification at the most, and how many each webhook has. */
import type { Strike } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { Ticket } from '../machine/agenda.ts'
import { treeForm } from '../machine/codecs.ts'
import { compareScalars } from '../machine/keys.ts'
import { changed, emptyTree, type Tree } from '../machine/tree.ts'
import type { Delivery } from './transport.ts'

/** An attempt on its way. */
export interface Flight {
  readonly webhook: string
  readonly attempt: number
  readonly startedAt: number
  readonly giveUp: Ticket
  /** The number of the attempt's journal entry. */
  readonly entry: number
  /** What hits the attempt. */
  readonly strike: Strike | undefined
  /** What comes to the receiver when nobody waits for an answer any more. */
  readonly late: Delivery | undefined
  /** Whether it was asked for by hand, and so is not followed by another. */
  readonly byHand: boolean
}

const form = treeForm<string, Flight>(compareScalars)

export interface Flights {
  /** The attempt that is under way for a notification. */
  of(notification: string): Flight | undefined
  begin(notification: string, flight: Flight): void
  end(notification: string): void
  /** How many are under way to a webhook. */
  count(webhook: string): number
  /** How many are under way in all. */
  size(): number
  /** Ends all; gives them with their notifications, in the order of those. */
  clear(): readonly (readonly [notification: string, flight: Flight])[]
}

export function createFlights(cells: Cells): Flights {
  const empty = emptyTree<string, Flight>(compareScalars)
  const flights = cells.cell<Tree<string, Flight>>('courier.flights', empty, form)
  const counts = cells.cell<Readonly<Record<string, number>>>('courier.flying', {})
  const count = (webhook: string): number => counts.value[webhook] ?? 0

  function step(webhook: string, by: 1 | -1): void {
    const { [webhook]: before = 0, ...others } = counts.value
    counts.value = before + by === 0 ? others : { ...others, [webhook]: before + by }
  }

  return {
    of: (notification) => flights.value.get(notification),
    begin(notification, flight) {
      flights.value = changed(flights.value, (tree) => tree.set(notification, flight))
      step(flight.webhook, 1)
    },
    end(notification) {
      const flight = flights.value.get(notification)
      if (!flight) return
      flights.value = changed(flights.value, (tree) => tree.delete(notification))
      step(flight.webhook, -1)
    },
    count,
    size: () => flights.value.size,
    clear() {
      const all = flights.value.toArray()
      flights.value = empty
      counts.value = {}
      return all
    },
  }
}
