/** An event that the service announced. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { webhookText } from '../sentence-parts.ts'

/** An event that the service announced. */
export interface EventEntry extends JournalEntryBase {
  readonly kind: 'event'
  /** The event: `user.merged`. */
  readonly event: string
}

export interface HiddenEventDetails {
  /** The ids of the active webhooks, if none of them subscribed to the event. */
  activeWebhooks?: readonly string[]
}

export const eventKind = entryKind<EventEntry, HiddenEventDetails>({
  name: 'event',
  summary: 'an event that the service announced',
  track: 'events',
  roles: ['service'],
  hidden: ['activeWebhooks'],
  isSentenceTitle: true,
  subject: ({ event }) => ({ event }),
  sentence: ({ event }) => event,
  facts: ({ activeWebhooks }) => (activeWebhooks ? { activeWebhooks } : {}),
  why({ event }, { activeWebhooks, ...context }) {
    if (!activeWebhooks) return `The service announced ${event}`
    if (activeWebhooks.length === 0) return 'Not sent: no webhook is active'
    const urls = activeWebhooks.map((webhook) => webhookText(webhook, context)).join(', ')
    const verb = activeWebhooks.length === 1 ? 'subscribes' : 'subscribe'
    return `Not sent: no active webhook subscribes to ${event}; ${urls} ${verb} to other events`
  },
})
