/** The types of the answers that receivers in the test process give to deliveries. */
import type { Duration } from '../clock/duration.ts'

/** The second argument of a receiver's handler. */
export interface ReceiverContext {
  /** Registers work that continues after the answer. The emulator's clock waits for it. */
  waitUntil(promise: Promise<unknown>): void
}

/** The answer of a receiver as data. */
export interface ScriptedAnswer {
  /** Default: 200. */
  readonly status?: number
  /** The body of the response. Default: empty. */
  readonly body?: string
  /** The time that the receiver takes on the emulator's clock, such as `12s`. Default: 0. */
  readonly latency?: Duration
}

/** The result of a receiver's handler. `undefined` means status 200. */
export type ReceiverResult = Response | ScriptedAnswer | number | undefined | void

/** A status, an answer as data, or a handler such as the `fetch` of an app. */
export type ReceiverAnswer =
  | number
  | ScriptedAnswer
  | ((request: Request, context: ReceiverContext) => ReceiverResult | Promise<ReceiverResult>)

/** The answers of the receivers, by URL. A reset keeps them, and a fork copies them. */
export type ReceiverAnswers = Map<string, ReceiverAnswer>
