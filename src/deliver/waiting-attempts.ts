/** Attempts that are due while their webhook has no free slot: one list per webhook, in the order in which they were due. */
import type { Cells } from '../machine/cells.ts'
import { treeCodec } from '../machine/codecs.ts'
import { isCount, isText, isTupleOf } from '../machine/json-checks.ts'
import { compareKeys, type Key } from '../machine/keys.ts'
import { emptyTree, type Tree, withChange } from '../machine/tree.ts'
import { isWaitingAttempt } from './attempt-checks.ts'
import type { QueuedNotification } from './delivery-queue.ts'
import type { ScheduledAttempt } from './due-tasks.ts'

/** A retry, a redelivery, or an attempt that a fault held back. */
export interface WaitingAttempt extends ScheduledAttempt {
  /** Whether the faults of the attempt are already determined. */
  readonly hasFaults: boolean
}

const waitingCodec = treeCodec<Key, WaitingAttempt>(compareKeys, {
  noun: 'waiting attempts',
  isKey: isTupleOf(isText, isCount),
  isValue: isWaitingAttempt,
})

export interface WaitingAttempts {
  /** Appends an attempt to the list of its webhook. */
  add(attempt: WaitingAttempt): void
  /** Removes the first attempt of a webhook and returns it. */
  take(webhook: string): WaitingAttempt | undefined
  /** Returns the notifications of the waiting attempts of all webhooks. */
  list(): readonly QueuedNotification[]
  /** Returns the number of attempts of all webhooks. */
  size(): number
}

export function createWaitingAttempts(cells: Cells): WaitingAttempts {
  const waiting = cells.cell<Tree<Key, WaitingAttempt>>(
    'webhooks.waitingAttempts',
    emptyTree(compareKeys),
    waitingCodec,
  )
  return {
    add(attempt) {
      const { webhook } = attempt
      const last = waiting.value.getPairOrNextLower([webhook, Infinity])?.[0]
      const position = last?.[0] === webhook ? (last[1] as number) + 1 : 0
      waiting.value = withChange(waiting.value, (tree) => tree.set([webhook, position], attempt))
    },
    take(webhook) {
      const pair = waiting.value.getPairOrNextHigher([webhook])
      if (!pair || pair[0][0] !== webhook) return undefined
      waiting.value = withChange(waiting.value, (tree) => tree.delete(pair[0]))
      return pair[1]
    },
    list: () =>
      waiting.value.toArray().map(([[webhook], { id }]) => ({ id, webhook: webhook as string })),
    size: () => waiting.value.size,
  }
}
