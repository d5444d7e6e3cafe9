/** The answers that receivers in the test process give to deliveries. */
import type { Duration } from '../clock/duration.ts'
import { textCheck, wholeNumberCheck } from '../errors/argument-checks.ts'
import { type Named, option, type OptionsOf } from '../errors/options.ts'

/** The second argument of a receiver's handler. */
export interface ReceiverContext {
  /** Registers work that continues after the answer. The emulator's clock waits for it. */
  waitUntil(promise: Promise<unknown>): void
}

/** The statuses of an answer. */
export const answerStatusCheck = wholeNumberCheck(200, 599)

/** The answer of a receiver as data. */
export const answerOptions = {
  /** Default: 200. */
  status: option<number>(answerStatusCheck, 200),
  /** The body of the response. Default: empty. */
  body: option<string>(textCheck, ''),
  /** The time that the receiver takes on the emulator's clock, such as `12s`. Default: 0. */
  latency: option<Duration>(undefined, '0s'),
}

/** The answer of a receiver as data. Each part has a default. */
export interface ScriptedAnswer extends OptionsOf<typeof answerOptions>, Named {}

/** The result of a receiver's handler. `undefined` means status 200. */
export type ReceiverResult = Response | ScriptedAnswer | number | undefined | void

/** A status, an answer as data, or a handler such as the `fetch` of an app. */
export type ReceiverAnswer =
  | number
  | ScriptedAnswer
  | ((request: Request, context: ReceiverContext) => ReceiverResult | Promise<ReceiverResult>)

/** The answers of the receivers, by URL. A reset keeps them, and a fork copies them. */
export type ReceiverAnswers = Map<string, ReceiverAnswer>
