/** Makes a notification for each webhook that wants to hear of an event, and hands it to the courier. */
import type { Entry, Journal } from '../machine/journal.ts'
import type { Announcement } from '../model/model.ts'
import { mayDrop } from './delivery-behaviours.ts'
import type { Courier, Dropped } from './dispatcher-types.ts'
import { envelope, type Tenant } from './envelope.ts'
import type { Notification, Webhook } from './notification.ts'

/** Beyond this number the oldest notification is forgotten, if it is finished. */
export const notificationsMax = 50_000

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

  function drop({ id, event, because }: Dropped, webhook: string, entry: Entry): void {
    parts.forget(id)
    journal.within(entry, () =>
      journal.add('drop', {
        event,
        webhook,
        because: 'the backlog is full',
        used: [mayDrop.number, because.number],
      }),
    )
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
        const dropped = courier.accept(notification)
        if (dropped) drop(dropped, webhook_id, entry)
      }
    },
  }
}
