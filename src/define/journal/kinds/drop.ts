/** A notification that is not sent. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { reasonSuffix, webhookText } from '../sentence-parts.ts'

/** A notification that is not sent, because the queue is full or a fault drops it. */
export interface DropEntry extends JournalEntryBase {
  readonly kind: 'drop'
  /** The event: `user.merged`. */
  readonly event: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The id of the notification, if a fault dropped it. */
  readonly notification?: string
  /** The ids of the faults that dropped it, separated by commas. */
  readonly fault?: string
  /** Why the notification is not sent. */
  readonly reason: string
}

export const dropKind = entryKind<DropEntry>({
  name: 'drop',
  summary: 'a notification that is not sent: the queue is full, or a fault drops it',
  track: 'deliveries',
  severity: ({ fault }) => (fault === undefined ? 'failed' : 'fault'),
  subject: ({ event, webhook, notification }) => ({ event, webhook, notification }),
  sentence: ({ event, webhook, reason }, context) =>
    `${event}, to ${webhookText(webhook, context)}${reasonSuffix(reason)}`,
})
