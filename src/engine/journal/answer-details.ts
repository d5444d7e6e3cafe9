/** What the entries of responses to attempts keep for stories. */
import type { Recording } from './recordings.ts'
import type { DeliveryMessage } from './kinds/attempt.ts'

/** What follows an attempt: the time of the next one in milliseconds since 1970, or why there is none. */
export type AfterAttempt = { readonly at: number } | { readonly reason: string }

export interface HiddenAnswerDetails {
  /** What the receiver answered. Its text is the reason if the connection failed. */
  response?: Recording<DeliveryMessage>
  next?: AfterAttempt
}
