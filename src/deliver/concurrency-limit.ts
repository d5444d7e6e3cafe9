/** Whose turn it is: as many at a time as there are places, or strictly one notification after the other. */
import type { Cells } from '../machine/cells.ts'

export interface ConcurrencyLimit {
  /** How many more notifications of the webhook may begin while so many are under way. */
  countFree(webhook: string, inFlight: number): number
  /** The notification keeps its turn until its next attempt, where one goes strictly after the other. */
  reserve(webhook: string, id: string): void
  /** The next attempt of the notification begins. */
  release(id: string): void
}

export function createConcurrencyLimit(
  cells: Cells,
  maxInFlight: number,
  isStrictOrder: () => boolean,
): ConcurrencyLimit {
  const reserved = cells.cell<Readonly<Record<string, string>>>('courier.turns', {})
  return {
    countFree(webhook, inFlight) {
      if (!isStrictOrder()) return Math.max(0, maxInFlight - inFlight)
      return inFlight === 0 && !(webhook in reserved.value) ? 1 : 0
    },
    reserve(webhook, id) {
      if (isStrictOrder()) reserved.value = { ...reserved.value, [webhook]: id }
    },
    release(id) {
      const others = Object.entries(reserved.value).filter(([, each]) => each !== id)
      reserved.value = Object.fromEntries(others)
    },
  }
}
