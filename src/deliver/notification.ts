/** What the courier knows of a webhook and keeps of a notification. */

/** A webhook as it is registered. */
export interface RegisteredWebhook {
  /** Its id. */
  readonly id: string
  /** The address that is sent to. */
  readonly url: string
  /** The secret with which deliveries are signed. */
  readonly secret: string
  /** Secrets from before, and until when deliveries are signed with them too. */
  readonly former_secrets: readonly { readonly secret: string; readonly until: string }[]
  /** Whether anything is sent to it. */
  readonly active: boolean
  /** The events that it hears of. */
  readonly events: readonly string[]
}

/** One try to deliver a notification. */
export interface Attempt {
  /** 1, 2 or 3; beyond that where it was sent again by hand. */
  readonly number: number
  /** When it began. */
  readonly at: string
  /** Where it was sent to. */
  readonly url: string
  /** As they were sent, signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** The receiver's status; null while it is under way, and when no answer came. */
  readonly status: number | null
  /** The receiver's body, or what went wrong. */
  readonly response: string
  /** When it ended; null while it is under way. */
  readonly ended: string | null
  /** How often it came to the receiver; not said where that is once, as without a fault. */
  readonly arrivals?: number
}

/** What one webhook is told of one event. */
export interface Notification {
  /** Its id, which deliveries carry in `webhook-id`. */
  readonly id: string
  /** The webhook that is told. */
  readonly webhook_id: string
  /** The event that it tells of; the same for every webhook that is told. */
  readonly event_id: string
  /** What happened, such as `user.merged`. */
  readonly event: string
  /** The JSON text that is sent, the same in every attempt. */
  readonly body: string
  /** `retry`: an attempt failed, another is due. `failed`: the last one failed. */
  readonly status: 'pending' | 'retry' | 'succeeded' | 'failed'
  /** The tries so far, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Its place in the order of events. */
  readonly number: number
  /** The journal entry of the event. */
  readonly cause: number
}

/** Where notifications are kept. */
export interface NotificationStore {
  get(id: string): Notification | undefined
  update(id: string, patch: Partial<Notification>): void
  remove(id: string): void
}

/** How long and how often the service tries, as data. */
export interface DeliveryPolicy {
  /** How long an attempt waits for its answer, in milliseconds. Documented: 10,000. */
  readonly timeoutMs: number
  /** Milliseconds from the beginning of one attempt to the next: as many waits as there are retries. */
  readonly retryDelaysMs: readonly number[]
  /** Attempts under way at once, for one webhook. */
  readonly maxInFlight: number
  /** Notifications that wait for one webhook; one more is dropped. */
  readonly maxQueued: number
}

export const defaultDeliveryPolicy: DeliveryPolicy = {
  timeoutMs: 10_000,
  retryDelaysMs: [300_000, 300_000],
  maxInFlight: 10,
  maxQueued: 10_000,
}
