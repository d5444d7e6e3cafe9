/** Limits concurrent deliveries per webhook, or serializes them. */
import type { Cells } from '../machine/cells.ts'

export interface ConcurrencyLimit {
  /** Returns how many more attempts of a webhook may start while `inFlight` attempts are in flight. */
  countFree(webhook: string, inFlight: number): number
  /** In strict order: keeps the slot of the webhook for the next attempt of this notification. */
  reserve(webhook: string, notification: string): void
  /** Frees the slot that is reserved for a notification. */
  release(notification: string): void
}

export function createConcurrencyLimit(
  cells: Cells,
  maxInFlight: number,
  isStrictOrder: () => boolean,
): ConcurrencyLimit {
  const slots = cells.cell<Readonly<Record<string, string>>>('webhooks.reservedSlots', {})
  return {
    countFree(webhook, inFlight) {
      if (!isStrictOrder()) return Math.max(0, maxInFlight - inFlight)
      return inFlight === 0 && !(webhook in slots.value) ? 1 : 0
    },
    reserve(webhook, notification) {
      if (isStrictOrder()) slots.value = { ...slots.value, [webhook]: notification }
    },
    release(notification) {
      const others = Object.entries(slots.value).filter(([, each]) => each !== notification)
      slots.value = Object.fromEntries(others)
    },
  }
}
