/** What the courier is given, and what it promises. */
import type { Behaviour } from '../define/behaviours.ts'
import type { Faults } from '../faults/fault-store.ts'
import type { Strike } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { Clock } from '../machine/clock.ts'
import type { Journal } from '../machine/journal.ts'
import type { Flight } from './in-flight.ts'
import type { Notification, Notifications, Patience, Webhook } from './notification.ts'
import type { Sign } from './signatures.ts'
import type { Answer, Delivery } from './transport.ts'

export interface CourierParts {
  readonly cells: Cells
  readonly clock: Clock
  readonly journal: Journal
  readonly notifications: Notifications
  readonly patience: Patience
  readonly faults: Faults
  sign: Sign
  webhook(id: string): Webhook | undefined
  send(delivery: Delivery, webhook: Webhook): Promise<Answer>
  /** Counts work under way, so that the clock waits for it. */
  track<T>(start: () => Promise<T>): Promise<T>
  deactivate(webhook: string): void
  /** Whether a reading other than the default is in force. */
  isInstead(behaviour: string): boolean
}

/** A notification that nobody will hear of, and the behaviour that decided which. */
export interface Dropped {
  readonly id: string
  readonly event: string
  readonly because: Behaviour
}

export interface Courier {
  /** Takes a notification on; gives the one that was dropped, when the webhook's backlog is full. */
  accept(notification: Notification): Dropped | undefined
  /** Sends a notification once more that is not under way. */
  redeliver(id: string): void
  /** Takes up what was under way when the state was saved. */
  resume(): void
  /** How many notifications wait or are under way. */
  open(): number
}

/** A notification whose next attempt begins, and what hits it, which is found out once. */
export interface Begin {
  readonly id: string
  readonly strike: Strike | undefined
  /** The number of an attempt that was under way and begins again. */
  readonly again?: number
  /** The journal tells already what hits it. */
  readonly told?: true
  /** It was asked for by hand, and so is not followed by another. */
  readonly byHand?: boolean
}

/** An answer that took its time. */
export interface Arrived {
  readonly id: string
  readonly flight: Flight
  readonly answer: Answer
}
