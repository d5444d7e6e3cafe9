/** Makes a notification for each webhook that wants to hear of an event, and hands it to the courier. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import { dropKind } from '../define/journal/kinds/drop.ts'
import type { EntryHeader, Journal } from '../machine/journal.ts'
import type { Announcement } from '../model/model.ts'
import { dropsWhenFull } from './delivery-behaviours.ts'
import type { WebhookDispatcher, DroppedNotification } from './dispatcher-types.ts'
import { createEnvelope, type Tenant } from './envelope.ts'
import type { Notification, RegisteredWebhook } from './notification.ts'

/** Beyond this number the oldest notification is forgotten, if it is finished. */
export const notificationsMax = 50_000

export interface AnnouncerContext {
  readonly journal: Journal
  readonly dispatcher: WebhookDispatcher
  webhooks(): readonly RegisteredWebhook[]
  tenant(): Tenant
  /** Keeps a new notification; gives it with its id. */
  store(values: Omit<Notification, 'id' | 'number'>): Notification
  remove(id: string): void
  oldest(): Notification | undefined
  count(): number
  /** A new id for an event. */
  eventId(): string
}

export interface Announcer {
  hasSubscribers(event: string): boolean
  announce(announcement: Announcement): void
}

export function createAnnouncer(context: AnnouncerContext): Announcer {
  const { journal, dispatcher } = context

  const subscribersOf = (event: string): RegisteredWebhook[] =>
    context.webhooks().filter(({ active, events }) => active && events.includes(event))

  function removeOldestFinished(): void {
    const oldest = context.count() > notificationsMax ? context.oldest() : undefined
    if (oldest && ['succeeded', 'failed'].includes(oldest.status)) context.remove(oldest.id)
  }

  function recordDrop(
    { id, event, behaviour }: DroppedNotification,
    webhook: string,
    entry: EntryHeader,
  ): void {
    context.remove(id)
    journal.withCause(entry, () =>
      journal.add(dropKind, {
        event,
        webhook,
        reason: 'the backlog is full',
        behaviours: new BehaviourLog([dropsWhenFull, behaviour]),
      }),
    )
  }

  return {
    hasSubscribers: (event) => subscribersOf(event).length > 0,
    announce({ event, data, entry }) {
      const event_id = context.eventId()
      const body = createEnvelope(event, context.tenant(), data)
      for (const { id: webhook_id } of subscribersOf(event)) {
        const notification = context.store({
          webhook_id,
          event_id,
          event,
          body,
          status: 'pending',
          attempts: [],
          cause: entry.number,
        })
        removeOldestFinished()
        const dropped = dispatcher.enqueue(notification)
        if (dropped) recordDrop(dropped, webhook_id, entry)
      }
    },
  }
}
