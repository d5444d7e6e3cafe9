/** A notification that is not sent, or not sent again. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { reasonSuffix, webhookText } from '../sentence-parts.ts'

/**
 * A notification that is not sent, or not sent again: the queue is full, a fault drops it, or its webhook
 * is inactive or deleted.
 */
export interface DropEntry extends JournalEntryBase {
  readonly kind: 'drop'
  /** The event: `user.merged`. */
  readonly event: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The id of the notification. */
  readonly notification: string
  /** The ids of the faults that dropped it, separated by commas. */
  readonly fault?: string
  /** Why the notification is not sent. */
  readonly reason: string
}

export const dropKind = entryKind<DropEntry>({
  name: 'drop',
  summary:
    'a notification that is not sent: the queue is full, a fault drops it, or its webhook is inactive or deleted',
  track: 'deliveries',
  roles: ['service', 'receiver'],
  severity: ({ fault }) => (fault === undefined ? 'failed' : 'fault'),
  subject: ({ event, webhook, notification }) => ({ event, webhook, notification }),
  title: ({ event }) => event,
  outcome: () => 'not sent',
  why: ({ reason }) => `Not sent: ${reason}`,
  sentence: ({ event, webhook, reason }, context) =>
    `${event}, to ${webhookText(webhook, context)}${reasonSuffix(reason)}`,
})
