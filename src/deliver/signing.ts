/** Signs a notification so that its receiver can tell who sent it: the Standard Webhooks scheme. */
import { Webhook } from 'standardwebhooks'
import { assumed } from '../define/behaviours.ts'

export const signature = assumed(
  'webhook.signature',
  'a delivery is signed by Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
  { because: 'the document says that every notification is signed, not how; this is the standard' },
)

/** What a signature covers. */
export interface Signing {
  /** The id of the notification, the same for every attempt. */
  readonly id: string
  /** When the attempt began, in milliseconds since 1970. */
  readonly atMs: number
  readonly body: string
  /** Where it is sent to. */
  readonly url: string
  readonly secret: string
}

/** Gives the headers that carry the signature. */
export type Sign = (signing: Signing) => Readonly<Record<string, string>>

export const standardWebhooks: Sign = ({ id, atMs, body, secret }) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(atMs / 1_000)),
  'webhook-signature': new Webhook(secret).sign(id, new Date(atMs), body),
})
