/** A notification that an administrator sent again. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { webhookText } from '../sentence-parts.ts'

/** A notification that an administrator sent again. */
export interface RedeliverEntry extends JournalEntryBase {
  readonly kind: 'redeliver'
  /** The event: `user.merged`. */
  readonly event: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The id of the notification. */
  readonly notification: string
}

export const redeliverKind = entryKind<RedeliverEntry>({
  name: 'redeliver',
  summary: 'a notification that an administrator sent again',
  track: 'acts',
  roles: ['administrator', 'service'],
  subject: ({ event, webhook, notification }) => ({ event, webhook, notification }),
  sentence: ({ event, webhook }, context) =>
    `${event}, to ${webhookText(webhook, context)}, by hand`,
})
