/** Makes a notification for each webhook that wants to hear of an event, and hands it to the courier. */
import { assumed, behaviour } from '../define/behaviours.ts'
import type { Journal } from '../machine/journal.ts'
import type { Announcement } from '../model/model.ts'
import type { Courier } from './courier.ts'
import { envelope, type Tenant } from './envelope.ts'
import type { Notification, Webhook } from './notification.ts'

/** Beyond this number the oldest notification is forgotten, if it is finished. */
export const notificationsMax = 50_000

const payload = behaviour('webhook.payload', 'event, educator, tenant_id and event_data')
const dropsNewest = assumed('webhook.backlog', 'when the backlog is full, the newest is dropped', {
  because: 'the document says that notifications may be dropped, not which',
})

export interface AnnouncerParts {
  readonly journal: Journal
  readonly courier: Courier
  webhooks(): readonly Webhook[]
  tenant(): Tenant
  /** Keeps a new notification; gives it with its id. */
  keep(values: Omit<Notification, 'id' | 'number'>): Notification
  forget(id: string): void
  oldest(): Notification | undefined
  count(): number
  /** A new id for an event. */
  eventId(): string
}

export interface Announcer {
  isWanted(event: string): boolean
  announce(announcement: Announcement): void
}

export function createAnnouncer(parts: AnnouncerParts): Announcer {
  const { journal, courier } = parts

  const wanting = (event: string): Webhook[] =>
    parts.webhooks().filter(({ active, events }) => active && events.includes(event))

  function forgetOldest(): void {
    const oldest = parts.count() > notificationsMax ? parts.oldest() : undefined
    if (oldest && ['succeeded', 'failed'].includes(oldest.status)) parts.forget(oldest.id)
  }

  return {
    isWanted: (event) => wanting(event).length > 0,
    announce({ event, data, entry }) {
      const event_id = parts.eventId()
      const body = envelope(event, parts.tenant(), data)
      for (const { id: webhook_id } of wanting(event)) {
        const notification = parts.keep({
          webhook_id,
          event_id,
          event,
          body,
          status: 'pending',
          attempts: [],
          cause: entry.number,
        })
        forgetOldest()
        if (courier.accept(notification)) continue
        parts.forget(notification.id)
        journal.within(entry, () =>
          journal.add('drop', {
            event,
            webhook: webhook_id,
            because: 'the backlog is full',
            used: [payload.number, dropsNewest.number],
          }),
        )
      }
    },
  }
}
