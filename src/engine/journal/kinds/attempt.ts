/** The start of an attempt to deliver a notification. */
import type { Recording } from '../recordings.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** The start of an attempt to deliver a notification. */
export interface AttemptEntry extends JournalEntryBase {
  readonly kind: 'attempt'
  /** The event: `user.merged`. */
  readonly event: string
  /** The id of the webhook. */
  readonly webhook: string
  /** The id of the notification. */
  readonly notification: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The ids of the faults that hit the attempt, separated by commas. */
  readonly fault?: string
}

/** A message of a delivery. */
export interface DeliveryMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface HiddenAttemptDetails {
  /** What the receiver gets. */
  request?: Recording<DeliveryMessage>
  /** The real time until the response, in milliseconds. It is in no journal. */
  realMs?: number
}

export const attemptKind = entryKind<AttemptEntry, HiddenAttemptDetails>({
  name: 'attempt',
  summary: 'the start of an attempt to deliver a notification',
  track: 'deliveries',
  hidden: ['request', 'realMs'],
  severity: ({ fault }) => (fault === undefined ? 'plain' : 'fault'),
  subject: ({ event, webhook, notification }) => ({ event, webhook, notification }),
  sentence({ event, attempt, webhook }, { urlOf }) {
    return `${event}, attempt ${attempt}, to ${urlOf(webhook) ?? `webhook ${webhook}`}`
  },
  title: ({ event, attempt }) => `${event} · attempt ${attempt}`,
})
