/** An event that the service announced. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** An event that the service announced. */
export interface EventEntry extends JournalEntryBase {
  readonly kind: 'event'
  /** The event: `user.merged`. */
  readonly event: string
}

export const eventKind = entryKind<EventEntry>({
  name: 'event',
  summary: 'an event that the service announced',
  track: 'events',
  roles: ['service'],
  isSentenceTitle: true,
  subject: ({ event }) => ({ event }),
  sentence: ({ event }) => event,
})
