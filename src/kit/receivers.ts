/** Stands in for the endpoints that hear of events: functions in the test's own process. */
import type { EventName } from '../generated/rows.ts'
import type { Notification, Payload } from '../model/notification.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import { formatAttempts } from './journal/attempt-lines.ts'

/** An endpoint for webhooks, as a test wants it. */
export interface ReceiverOptions {
  /** Where the service sends to. It need not exist: nothing leaves the process. */
  readonly url: string
  /** The events to hear of. Default: all. */
  readonly events?: readonly EventName[]
  /** A status, an answer as data, or a handler such as the `fetch` of an app. Default: 200. */
  readonly answer?: ReceiverAnswer
  /** The secret with which deliveries are signed: `whsec_` and base64. Default: one from the seed. */
  readonly secret?: string
  /** False where the code under test registers the webhook itself, with this url. Default: true. */
  readonly register?: boolean
}

/** An endpoint of the test, and what came to it. */
export interface Receiver {
  /** Where the service sends to. */
  readonly url: string
  /** The id of the webhook at its url; undefined where none is registered. */
  readonly webhook: string | undefined
  /** The secret with which its deliveries are signed. */
  readonly secret: string | undefined
  /** What arrived at its url, oldest first: the requests as they were sent, whatever became of the webhook. */
  readonly deliveries: readonly ReceivedDelivery[]
  /** One line for each attempt: when, what, which attempt, and what came of it. */
  readonly transcript: readonly string[]
  /** Answers otherwise from now on. */
  answer(answer: ReceiverAnswer): void
}

/** A delivery as it came to a receiver. */
export interface ReceivedDelivery {
  /** What happened, such as `user.merged`. */
  readonly event: string
  /** The whole envelope, parsed. */
  readonly payload: Payload
  /** As they arrived, signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** The text that was signed. */
  readonly body: string
  /** Which attempt it was: 1, 2 or 3. */
  readonly attempt: number
}

interface ReceiverWebhook {
  readonly id: string
  readonly secret: string
}

export interface ReceiverBackend {
  /** The webhook that stands at the address now. */
  find(url: string): ReceiverWebhook | undefined
  /** All that was sent to anybody, in the order of events. */
  notifications(): Iterable<Notification>
  /** Says how the address answers from now on. */
  answer(url: string, answer: ReceiverAnswer): void
}

export function createReceiver({ url, answer = 200 }: ReceiverOptions, backend: ReceiverBackend) {
  const ownNotifications = (): readonly Notification[] =>
    notificationsTo(url, backend.notifications())
  backend.answer(url, answer)
  const receiver: Receiver = {
    url,
    get webhook() {
      return backend.find(url)?.id
    },
    get secret() {
      return backend.find(url)?.secret
    },
    get deliveries() {
      return toDeliveries(ownNotifications())
    },
    get transcript() {
      return formatAttempts(ownNotifications())
    },
    answer: (next) => backend.answer(url, next),
  }
  return receiver
}

/**
 * What was sent to an address, by the address of each attempt: its webhook may have been deleted since, or
 * moved elsewhere, and there may be several. What a world was made with was sent to nobody.
 */
function notificationsTo(url: string, notifications: Iterable<Notification>): Notification[] {
  const matching: Notification[] = []
  for (const notification of notifications) {
    if (notification.cause === 0) continue
    const attempts = notification.attempts.filter((attempt) => attempt.url === url)
    if (attempts.length > 0) matching.push({ ...notification, attempts })
  }
  return matching
}

function toDeliveries(notifications: readonly Notification[]): ReceivedDelivery[] {
  return notifications
    .flatMap(({ event, body, attempts }) =>
      attempts.flatMap(({ at, headers, number, arrivals = 1 }) =>
        Array.from({ length: arrivals }, () => ({ at, event, body, headers, attempt: number })),
      ),
    )
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ at: _, ...delivery }) => ({ ...delivery, payload: JSON.parse(delivery.body) }))
}
