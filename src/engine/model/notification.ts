/** The types of webhooks and of the notifications that are sent to them. */

import type { EventData, EventName, Tenant } from '../service-types.ts'

/** A webhook as it is registered. */
export interface RegisteredWebhook {
  /** The id of the webhook. */
  readonly id: string
  /** The URL that deliveries are sent to. */
  readonly url: string
  /** The secret that deliveries are signed with. */
  readonly secret: string
  /** Earlier secrets, each with the time until which deliveries are also signed with it. */
  readonly former_secrets: readonly { readonly secret: string; readonly until: string }[]
  /** Whether the webhook gets deliveries. */
  readonly active: boolean
  /** The events that the webhook subscribes to. */
  readonly events: readonly string[]
}

/** One try to deliver a notification. */
export interface Attempt {
  /** 1, 2 or 3. Redeliveries continue the count. */
  readonly number: number
  /** The time at which the attempt started. */
  readonly at: string
  /** The URL that the attempt was sent to. */
  readonly url: string
  /** The headers that were sent, including the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The status of the receiver's response. Null while the attempt is in flight, and if no response arrived. */
  readonly status: number | null
  /** The body of the receiver's response, or the reason why there is none. */
  readonly response: string
  /** The time at which the attempt ended. Null while the attempt is in flight. */
  readonly ended: string | null
  /** How many times the delivery arrived at the receiver. Absent if it arrived once. */
  readonly arrivals?: number
}

/** An event that is addressed to one webhook. */
export interface Notification {
  /** The id of the notification. Deliveries carry it in `webhook-id`. */
  readonly id: string
  /** The id of the webhook that the notification is addressed to. */
  readonly webhook_id: string
  /** The id of the event. All notifications of one event share it. */
  readonly event_id: string
  /** The name of the event, such as `user.merged`. */
  readonly event: string
  /** The JSON text that is sent. Each attempt sends the same text. */
  readonly body: string
  /** `retry`: an attempt failed and the next one is due. `failed`: the last attempt failed. */
  readonly status: 'pending' | 'retry' | 'succeeded' | 'failed'
  /** The attempts so far, oldest first. */
  readonly attempts: readonly Attempt[]
  /** The position of the notification in the order of events. */
  readonly number: number
  /** The number of the event's journal entry. */
  readonly cause: number
}

/** The parsed body of a delivery. */
export interface Payload<E extends EventName = EventName> extends Tenant {
  /** The name of the event, such as `user.merged`. */
  readonly event: E
  /**
   * The record as the API serializes it. For a deleted record, only its `id`. For `user.merged`, only
   * `primary_user_id` and `secondary_user_id`.
   */
  readonly event_data: Readonly<EventData[E]>
}

/**
 * The parsed body of a delivery of any event. Its `event` determines the type of its `event_data`.
 *
 * @useDeclaredType
 */
export type WebhookEvent<E extends EventName = EventName> = { [N in E]: Payload<N> }[E]
