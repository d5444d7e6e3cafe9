/** The state and the dependencies that all transitions of a notification share. */
import type { FaultStore } from '../faults/fault-store.ts'
import type { Cells } from '../store/cells.ts'
import type { Clock } from '../clock/clock.ts'
import type { Journal } from '../journal/journal.ts'
import {
  ConcurrencyLimit,
  DeliveryQueue,
  ReorderBuffer,
  WaitingAttempts,
} from './delivery-queue.ts'
import { retryDoesNotBlock } from './behaviours.ts'
import { createDeliveryJournal, type DeliveryJournal } from './delivery-journal.ts'
import type { DeliveryPolicy } from './delivery-policy.ts'
import type { Delivery, DeliveryResponse } from './delivery-response.ts'
import { InFlightAttempts } from './in-flight.ts'
import type { NotificationStore } from './notification-store.ts'
import type { Signer } from './signatures.ts'
import type { WebhookRegistry } from './webhook-registry.ts'

export interface DispatcherContext {
  readonly cells: Cells
  readonly clock: Clock
  readonly journal: Journal
  readonly notifications: NotificationStore
  readonly webhooks: WebhookRegistry
  readonly policy: DeliveryPolicy
  readonly faults: FaultStore
  readonly sign: Signer
  /** Sends a delivery. Requests that its receiver makes have the entry of the attempt as their cause. */
  send(delivery: Delivery, attemptEntry: number): Promise<DeliveryResponse>
  /** Starts work that the clock waits for. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** Returns whether the alternative of an assumption is active. */
  usesAlternative(assumption: string): boolean
}

export interface DeliveryContext extends DispatcherContext {
  readonly deliveryJournal: DeliveryJournal
  readonly queue: DeliveryQueue
  readonly inFlight: InFlightAttempts
  readonly waiting: WaitingAttempts
  readonly reorderBuffer: ReorderBuffer
  readonly concurrencyLimit: ConcurrencyLimit
}

export function createDeliveryContext(context: DispatcherContext): DeliveryContext {
  const { cells, clock, journal, notifications, webhooks, policy, faults } = context
  const { sign, send, track, usesAlternative } = context
  const isStrictOrder = (): boolean => usesAlternative(retryDoesNotBlock.id)
  // Note: with a spread, this object costs a quarter of a fork.
  return {
    cells,
    clock,
    journal,
    notifications,
    webhooks,
    policy,
    faults,
    sign,
    send,
    track,
    usesAlternative,
    deliveryJournal: createDeliveryJournal(journal),
    queue: new DeliveryQueue(cells),
    inFlight: new InFlightAttempts(cells),
    waiting: new WaitingAttempts(cells),
    reorderBuffer: new ReorderBuffer(cells, clock),
    concurrencyLimit: new ConcurrencyLimit(cells, policy.maxInFlight, isStrictOrder),
  }
}

/** Returns how many queued notifications of a webhook may start now. A waiting attempt starts before them. */
export function countFreeSlots(
  { concurrencyLimit, inFlight, waiting, policy }: DeliveryContext,
  webhook: string,
): number {
  const first = inFlight.countFor(webhook) + waiting.countFor(webhook, policy.maxInFlight)
  return concurrencyLimit.countFree(webhook, first)
}
