/** Limits concurrent deliveries per webhook, or serializes them. */
import type { Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { isText } from '../errors/json-checks.ts'
import { compareScalars } from '../store/keys.ts'
import { emptyTree, type Tree, withChange } from '../store/tree.ts'

/** The notification that keeps the slot of each webhook, by the id of the webhook. */
type ReservedSlots = Tree<string, string>

const slotsCodec = treeCodec<string, string>(compareScalars, {
  noun: 'reserved slots',
  isKey: isText,
  isValue: isText,
})

export interface ConcurrencyLimit {
  /** Returns how many queued notifications of a webhook may start while `first` attempts are in flight or start first. */
  countFree(webhook: string, first: number): number
  /** Returns whether a retry or another due attempt may start while `inFlight` attempts are in flight. */
  allowsDue(inFlight: number): boolean
  /** In strict order: keeps the slot of the webhook for the next attempt of this notification. */
  reserve(webhook: string, notification: string): void
  /** Frees the slot that is reserved for a notification. */
  release(webhook: string, notification: string): void
}

export function createConcurrencyLimit(
  cells: Cells,
  maxInFlight: number,
  isStrictOrder: () => boolean,
): ConcurrencyLimit {
  const slots = cells.cell<ReservedSlots>(
    'webhooks.reservedSlots',
    emptyTree<string, string>(compareScalars),
    slotsCodec,
  )
  return {
    countFree(webhook, first) {
      if (!isStrictOrder()) return Math.max(0, maxInFlight - first)
      return first === 0 && !slots.value.has(webhook) ? 1 : 0
    },
    // Note: a due attempt does not need the slot that strict order reserves. A retry has this slot itself.
    allowsDue: (inFlight) => inFlight < maxInFlight,
    reserve(webhook, notification) {
      if (!isStrictOrder()) return
      slots.value = withChange(slots.value, (tree) => tree.set(webhook, notification))
    },
    release(webhook, notification) {
      if (slots.value.get(webhook) !== notification) return
      slots.value = withChange(slots.value, (tree) => tree.delete(webhook))
    },
  }
}
