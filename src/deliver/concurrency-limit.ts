/** Whose turn it is: as many at a time as there are places, or strictly one notification after the other. */
import type { Cells } from '../machine/cells.ts'

export interface Turns {
  /** How many more notifications of the webhook may begin while so many are under way. */
  free(webhook: string, underWay: number): number
  /** The notification keeps its turn until its next attempt, where one goes strictly after the other. */
  keep(webhook: string, id: string): void
  /** The next attempt of the notification begins. */
  over(id: string): void
}

export function createTurns(cells: Cells, places: number, isStrict: () => boolean): Turns {
  const kept = cells.cell<Readonly<Record<string, string>>>('courier.turns', {})
  return {
    free(webhook, underWay) {
      if (!isStrict()) return Math.max(0, places - underWay)
      return underWay === 0 && !(webhook in kept.value) ? 1 : 0
    },
    keep(webhook, id) {
      if (isStrict()) kept.value = { ...kept.value, [webhook]: id }
    },
    over(id) {
      const others = Object.entries(kept.value).filter(([, each]) => each !== id)
      kept.value = Object.fromEntries(others)
    },
  }
}
