/** Whose turn it is: as many at a time as there are places, or strictly one notification after the other. */
import type { Cells } from '../machine/cells.ts'

export interface Turns {
  /** Whether another notification of the webhook may begin while so many are under way. */
  isFree(webhook: string, underWay: number): boolean
  /** The notification keeps its turn until its next attempt, where one goes strictly after the other. */
  keep(webhook: string, id: string): void
  /** The next attempt of the notification begins. */
  over(id: string): void
}

export function createTurns(cells: Cells, places: number, isStrict: () => boolean): Turns {
  const kept = cells.cell<Readonly<Record<string, string>>>('courier.turns', {})
  return {
    isFree: (webhook, underWay) =>
      isStrict() ? underWay === 0 && !(webhook in kept.value) : underWay < places,
    keep(webhook, id) {
      if (isStrict()) kept.value = { ...kept.value, [webhook]: id }
    },
    over(id) {
      const others = Object.entries(kept.value).filter(([, each]) => each !== id)
      kept.value = Object.fromEntries(others)
    },
  }
}
