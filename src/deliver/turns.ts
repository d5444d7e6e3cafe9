/** Whose turn it is, where the notifications of a webhook are sent strictly one after the other. */
import type { Cells } from '../machine/cells.ts'

export interface Turns {
  /** The notification keeps its turn until its next attempt. */
  keep(webhook: string, id: string): void
  /** Whether a notification of the webhook keeps the others waiting. */
  isKept(webhook: string): boolean
  /** The next attempt of the notification begins. */
  over(id: string): void
}

export function createTurns(cells: Cells): Turns {
  const kept = cells.cell<Readonly<Record<string, string>>>('courier.turns', {})
  return {
    keep(webhook, id) {
      kept.value = { ...kept.value, [webhook]: id }
    },
    isKept: (webhook) => webhook in kept.value,
    over(id) {
      const others = Object.entries(kept.value).filter(([, each]) => each !== id)
      kept.value = Object.fromEntries(others)
    },
  }
}
