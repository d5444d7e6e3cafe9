/** Creates a notification for each webhook that subscribes to an event, and queues it. */
import type { Announcer } from '../model/model.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
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
  alternatives(): ActiveAlternatives
  /** Generates the id of an event. */
  eventId(): string
}

export function createAnnouncer(context: AnnouncerContext): Announcer {
  const { dispatcher, notifications, webhooks } = context
  return {
    hasSubscribers: (event) => webhooks.subscribersOf(event).length > 0,
    activeWebhooks: () => webhooks.activeIds(),
    redeliver: (id) => dispatcher.redeliver(id),
    announce(announcement) {
      const { event, entry } = announcement
      const event_id = context.eventId()
      const body = createEnvelope(announcement, context.tenant(), context.alternatives())
      const values = { event_id, event, body, status: 'pending', attempts: [] } as const
      for (const { id: webhook_id } of webhooks.subscribersOf(event)) {
        dispatcher.enqueue(notifications.add({ ...values, webhook_id, cause: entry.number }))
      }
    },
  }
}
