/** The start of an attempt to deliver a notification. */
import { redactHeaders, redactText, redactUrl } from '../redaction.ts'
import type { Recording } from '../recordings.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { defined } from '../../errors/defined.ts'

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
  request?: Recording<DeliveryMessage & { readonly url: string }>
  /** The real time until the response, in milliseconds. It is in no journal. */
  realMs?: number
}

export const attemptKind = entryKind<AttemptEntry, HiddenAttemptDetails>({
  name: 'attempt',
  summary: 'the start of an attempt to deliver a notification',
  track: 'deliveries',
  roles: ['service', 'receiver'],
  hidden: ['request', 'realMs'],
  severity: ({ fault }) => (fault === undefined ? 'plain' : 'fault'),
  subject: ({ event, webhook, notification, attempt }) => ({
    event,
    webhook,
    notification,
    attempt,
  }),
  sentence({ event, attempt, webhook }, { urlOf }) {
    return `${event}, attempt ${attempt}, to ${urlOf(webhook) ?? `webhook ${webhook}`}`
  },
  title: ({ event, attempt }) => `${event} #${attempt}`,
  details({ request, realMs }) {
    const sent = request?.value
    return {
      request: sent
        ? {
            method: 'POST',
            url: redactUrl(sent.url),
            headers: redactHeaders(sent.headers),
            body: redactText(sent.text),
          }
        : { method: 'POST', headers: {}, isBodyDropped: true },
      ...defined({ realMs }),
    }
  },
  why: ({ attempt }) => `Under way: the endpoint has not answered attempt ${attempt}`,
})
