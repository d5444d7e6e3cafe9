/** Receivers: webhook endpoints in the test process, with the deliveries that arrived. */
import { booleanCheck } from '../errors/argument-checks.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { withUnknownMembers } from '../errors/unknown-members.ts'
import { type Named, option, type OptionsOf, required } from '../errors/options.ts'
import type { EventName } from '../service-types.ts'
import type { Attempt, Notification, Payload } from '../model/notification.ts'
import { withArgumentCount } from '../errors/argument-count.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'

/** The options of `emulator.receiver`. */
export const receiverOptions = {
  /**
   * The URL of the endpoint. It need not exist: deliveries stay in the process. Without `answer`, deliveries to a
   * URL of this machine, such as `http://127.0.0.1:3000/hooks`, go over the network to the program that listens there.
   */
  url: required<string>({
    isValid: (url) => typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url),
    expected: 'an absolute URL, such as { url: "https://app.test/hooks" }',
  }),
  /** The events that the webhook subscribes to. Default: all. */
  events: option<readonly EventName[]>(),
  /**
   * A status, an answer as data, or a handler such as the `fetch` of an app. Default: 200, and that of the program at
   * a URL of this machine.
   */
  answer: option<ReceiverAnswer>(),
  /** The secret that deliveries are signed with: `whsec_` and base64. Default: generated from the seed. */
  secret: option<string>(),
  /** False if the code under test registers the webhook with this URL. Default: true. */
  register: option<boolean>(booleanCheck, true),
}

/** Options of `emulator.receiver`. */
export interface ReceiverOptions extends OptionsOf<typeof receiverOptions>, Named {}

/** A webhook endpoint in the test process. */
export interface Receiver {
  /** The URL of the endpoint. */
  readonly url: string
  /** The id of the webhook with this URL; undefined if no webhook is registered or it was deleted. */
  readonly webhook: string | undefined
  /**
   * The secret that deliveries are signed with. It is undefined if the URL has no webhook, and had none when
   * the receiver was created.
   */
  readonly secret: string | undefined
  /** The deliveries that arrived at the URL, oldest first, also those of deleted webhooks. `restore` takes later ones away. */
  readonly deliveries: readonly ReceivedDelivery[]
  /** One line per attempt: time, event, number of the attempt and result. */
  readonly transcript: readonly string[]
  /** Replaces the answer. */
  answer(answer: ReceiverAnswer): void
}

/** A webhook endpoint in the test process, with a webhook. */
export interface RegisteredReceiver extends Receiver {
  /**
   * The secret that deliveries are signed with. After the webhook is deleted, the secret that it had when the
   * receiver was created.
   *
   * @example
   * const hook = emulator.receiver({ url: 'https://app.test/hooks' })
   * const createApp = (settings: { secret: string }) => ({ fetch: () => (settings.secret ? 200 : 401) })
   * hook.answer(createApp({ secret: hook.secret }).fetch)
   */
  readonly secret: string
}

/** A delivery of one event that arrived at a receiver. */
export interface EventDelivery<E extends EventName = EventName> {
  /** The name of the event, such as `user.merged`. */
  readonly event: E
  /** The parsed body. */
  readonly payload: Payload<E>
  /** The headers, including the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The unparsed body, which is signed. */
  readonly body: string
  /** The number of the attempt: 1, 2 or 3. */
  readonly attempt: number
}

/**
 * A delivery that arrived at a receiver. Its `event` determines the type of its `payload`.
 *
 * @useDeclaredType
 */
export type ReceivedDelivery<E extends EventName = EventName> = { [N in E]: EventDelivery<N> }[E]

interface ReceiverWebhook {
  readonly id: string
  readonly secret: string
}

interface ReceiverBackend {
  /** Returns the current webhook of a URL. */
  find(url: string): ReceiverWebhook | undefined
  /** Returns all notifications, in the order of events. */
  notifications(): Iterable<Notification>
  /** Sets the answer of a URL. */
  answer(url: string, answer: ReceiverAnswer): void
}

/** Creates a receiver. It has a secret if the URL has a webhook now. */
export function createReceiver(url: string, backend: ReceiverBackend): Receiver {
  const firstSecret = backend.find(url)?.secret
  const ownNotifications = (): readonly Notification[] =>
    notificationsTo(url, backend.notifications())
  const answer = withArgumentCount('answer', (next: ReceiverAnswer) => backend.answer(url, next))
  const receiver: Receiver = {
    url,
    get webhook() {
      return backend.find(url)?.id
    },
    get secret() {
      return backend.find(url)?.secret ?? firstSecret
    },
    get deliveries() {
      return toDeliveries(ownNotifications())
    },
    get transcript() {
      return formatAttempts(ownNotifications())
    },
    get answer() {
      return answer
    },
    set answer(next) {
      throw new EmulatorError('bad_argument', {
        action: 'set `answer` of a receiver',
        reason: 'it is a method',
        advice: `Call it: answer(${typeof next === 'number' ? next : '…'}).`,
      })
    },
  }
  return withUnknownMembers(receiver, unknownReceiverMember, deliveryWords)
}

function unknownReceiverMember(name: string, receiver: object): EmulatorError {
  const suggestion = deliveryWords.includes(name) ? 'deliveries' : undefined
  return unknownNameError(
    'member of a receiver',
    name,
    Object.keys(receiver),
    undefined,
    suggestion,
  )
}

/** Other words for the deliveries. */
const deliveryWords = ['calls', 'received', 'requests', 'events', 'payloads', 'notifications']

/**
 * Returns the notifications with attempts to a URL. The URL of the attempt counts, because the webhook may
 * be deleted or have another URL now. Notifications of the generated world have no cause and are omitted.
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
    .map(
      ({ at: _, ...delivery }) =>
        ({ ...delivery, payload: JSON.parse(delivery.body) }) as ReceivedDelivery,
    )
}

/** Formats one line for each attempt, in the order in which the attempts started. */
function formatAttempts(notifications: readonly Notification[]): string[] {
  return notifications
    .flatMap(({ event, attempts }) => attempts.map((attempt) => ({ event, attempt })))
    .sort((a, b) => (a.attempt.at < b.attempt.at ? -1 : a.attempt.at > b.attempt.at ? 1 : 0))
    .map(({ event, attempt }) => {
      const time = attempt.at.slice(11, 19)
      return `${time}  ${event}  attempt ${attempt.number}  ${formatOutcome(attempt)}`
    })
}

function formatOutcome({ status, response, ended, arrivals = 1 }: Attempt): string {
  if (ended === null) return 'under way'
  return `${status === null ? response : String(status)}${arrivals > 1 ? ', sent twice' : ''}`
}
