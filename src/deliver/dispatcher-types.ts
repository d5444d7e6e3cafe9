/** What the courier is given, and what it promises. */
import type { Behaviour } from '../define/behaviours.ts'
import type { FaultStore } from '../faults/fault-store.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Cells } from '../machine/cells.ts'
import type { Clock } from '../machine/clock.ts'
import type { Journal } from '../machine/journal.ts'
import type { InFlightAttempt } from './in-flight.ts'
import type {
  Notification,
  NotificationStore,
  DeliveryPolicy,
  RegisteredWebhook,
} from './notification.ts'
import type { Signer } from './signatures.ts'
import type { DeliveryResponse, Delivery } from './transport.ts'

export interface DispatcherContext {
  readonly cells: Cells
  readonly clock: Clock
  readonly journal: Journal
  readonly notifications: NotificationStore
  readonly policy: DeliveryPolicy
  readonly faults: FaultStore
  sign: Signer
  webhook(id: string): RegisteredWebhook | undefined
  send(delivery: Delivery, webhook: RegisteredWebhook): Promise<DeliveryResponse>
  /** Counts work under way, so that the clock waits for it. */
  track<T>(start: () => Promise<T>): Promise<T>
  deactivateWebhook(webhook: string): void
  /** Whether a reading other than the default is in force. */
  usesAlternative(behaviour: string): boolean
}

/** A notification that nobody will hear of, and the behaviour that decided which. */
export interface DroppedNotification {
  readonly id: string
  readonly event: string
  readonly behaviour: Behaviour
}

export interface WebhookDispatcher {
  /** Takes a notification on; gives the one that was dropped, when the webhook's backlog is full. */
  enqueue(notification: Notification): DroppedNotification | undefined
  /** Sends a notification once more that is not under way. */
  redeliver(id: string): void
  /** Takes up what was under way when the state was saved. */
  resume(): void
  /** How many notifications wait or are under way. */
  countOpen(): number
}

/** A notification whose next attempt begins, and what hits it, which is found out once. */
export interface ScheduledAttempt {
  readonly id: string
  readonly faultHit: FaultHit | undefined
  /** The number of an attempt that was under way and begins again. */
  readonly attemptNumber?: number
  /** The journal tells already what hits it. */
  readonly isJournaled?: true
  /** It was asked for by hand, and so is not followed by another. */
  readonly isManual?: boolean
}

/** An answer that took its time. */
export interface DelayedResponse {
  readonly id: string
  readonly inFlight: InFlightAttempt
  readonly response: DeliveryResponse
}
