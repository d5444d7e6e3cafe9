/** The due tasks of the webhook dispatcher: their kinds and their payloads. */
import type { FaultHit } from '../faults/fault-rule.ts'
import type { InFlightAttempt } from './in-flight.ts'
import type { DeliveryResponse } from './delivery-response.ts'

/** Starts waiting attempts and queued notifications of a webhook. Payload: the id of the webhook. */
export const startQueuedTask = 'start queued'
/** Starts the next attempt of a failed notification. Payload: `ScheduledRetry`. */
export const retryTask = 'retry'
/** Sends a finished notification again. Payload: the id of the notification. */
export const redeliverTask = 'redeliver'
/** Starts an attempt that a fault held back. Payload: `ScheduledAttempt`. */
export const attemptTask = 'attempt'
/** Ends an attempt without a response. Payload: the id of the notification. */
export const attemptTimeoutTask = 'attempt timeout'
/** Ends an attempt with a response that took time. Payload: `DelayedResponse`. */
export const attemptResponseTask = 'attempt response'

/** A notification that waits for a retry. */
export interface ScheduledRetry {
  readonly id: string
  readonly webhook: string
}

/**
 * An attempt that starts later. The journal contains the faults that apply to it. Outages are added when it is sent,
 * unless it is an interrupted one.
 */
export interface ScheduledAttempt {
  /** The id of the notification. */
  readonly id: string
  readonly webhook: string
  readonly faultHit: FaultHit | undefined
  /** The number of an interrupted attempt that starts again. */
  readonly attemptNumber?: number
  /** Whether the attempt is a redelivery. A redelivery is not retried. */
  readonly isManual?: boolean
}

/** A response that the dispatcher receives later on the clock. */
export interface DelayedResponse {
  /** The id of the notification. */
  readonly id: string
  readonly inFlight: InFlightAttempt
  readonly response: DeliveryResponse
}
