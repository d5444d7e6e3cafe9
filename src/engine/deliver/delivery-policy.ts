/** The timeouts, retries and limits of webhook delivery, as data. */
import { limitCheck, type ValueCheck, wholeNumberCheck } from '../errors/argument-checks.ts'
import { type Named, option, type OptionsOf, type ValuesOf } from '../errors/options.ts'

const retryDelaysCheck: ValueCheck = {
  isValid: (waits) => Array.isArray(waits) && waits.every(wholeNumberCheck(0).isValid),
  expected: 'a list of milliseconds, each a whole number from 0',
}

/** How long and how often the service tries to deliver a notification. */
export const deliveryOptions = {
  /** How long an attempt waits for a response, in milliseconds. Default: 10,000, as documented. */
  timeoutMs: option<number>(wholeNumberCheck(1), 10_000),
  /**
   * Milliseconds from the start of an attempt to the start of the next one, or from its end with the
   * alternative of `webhook.retry`. One value per retry. Default: 300,000 twice, as documented.
   */
  retryDelaysMs: option<readonly number[]>(retryDelaysCheck, [300_000, 300_000]),
  /**
   * The maximum number of attempts in flight for one webhook. A due retry, redelivery or delayed attempt, and
   * one that a restore or a fork interrupted, waits in front of the queue for a free slot. Default: 10.
   */
  maxInFlight: option<number>(limitCheck(1), 10),
  /** The maximum number of queued notifications for one webhook. A further notification is dropped. Default: 10,000. */
  maxQueued: option<number>(limitCheck(0), 10_000),
  /** The maximum number of finished notifications that are kept. Above it, the oldest one is removed. Default: 50,000. */
  maxFinished: option<number>(limitCheck(1), 50_000),
}

/** How long and how often the service tries to deliver a notification. Each option has a default. */
export interface DeliveryOptions extends OptionsOf<typeof deliveryOptions>, Named {}

export interface DeliveryPolicy extends ValuesOf<typeof deliveryOptions> {}
