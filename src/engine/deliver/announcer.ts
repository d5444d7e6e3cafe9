/** Creates a notification for each webhook that subscribes to an event, and queues it. */
import type { Announcement } from '../model/model.ts'
import type { WebhookDispatcher } from './dispatcher.ts'
import { createEnvelope } from './envelope.ts'
import type { NotificationStore } from './notification-store.ts'
import type { WebhookRegistry } from './webhook-registry.ts'

interface AnnouncerContext {
  readonly dispatcher: WebhookDispatcher
  readonly notifications: NotificationStore
  readonly webhooks: WebhookRegistry
  /** The keys that name the tenant in a payload. */
  tenant(): Readonly<Record<string, string>> | undefined
  /** Generates the id of an event. */
  eventId(): string
}

export interface Announcer {
  hasSubscribers(event: string): boolean
  announce(announcement: Announcement): void
}

export function createAnnouncer(context: AnnouncerContext): Announcer {
  const { dispatcher, notifications, webhooks } = context
  return {
    hasSubscribers: (event) => webhooks.subscribersOf(event).length > 0,
    announce({ event, data, entry }) {
      const event_id = context.eventId()
      const body = createEnvelope(event, context.tenant(), data)
      const values = { event_id, event, body, status: 'pending', attempts: [] } as const
      for (const { id: webhook_id } of webhooks.subscribersOf(event)) {
        dispatcher.enqueue(notifications.add({ ...values, webhook_id, cause: entry.number }))
      }
    },
  }
}
