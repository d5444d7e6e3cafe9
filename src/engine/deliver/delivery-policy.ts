/** The timeouts, retries and limits of webhook delivery, as data. */

/** How long and how often the service tries to deliver a notification. */
export interface DeliveryPolicy {
  /** How long an attempt waits for a response, in milliseconds. Documented: 10,000. */
  readonly timeoutMs: number
  /**
   * Milliseconds from the start of an attempt to the start of the next one, or from its end with the
   * alternative of `webhook.retry`. One value per retry.
   */
  readonly retryDelaysMs: readonly number[]
  /**
   * The maximum number of attempts in flight for one webhook. A due retry, redelivery or delayed attempt, and
   * one that a restore or a fork interrupted, waits in front of the queue for a free slot.
   */
  readonly maxInFlight: number
  /** The maximum number of queued notifications for one webhook. A further notification is dropped. */
  readonly maxQueued: number
  /** The maximum number of finished notifications that are kept. Above it, the oldest one is removed. */
  readonly maxFinished: number
}

export const defaultDeliveryPolicy: DeliveryPolicy = {
  timeoutMs: 10_000,
  retryDelaysMs: [300_000, 300_000],
  maxInFlight: 10,
  maxQueued: 10_000,
  maxFinished: 50_000,
}
