/** Signs a notification so that its receiver can tell who sent it. */
import { hmac } from 'fast-sha256'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { assumed } from '../define/behaviours.ts'
import type { Webhook } from './notification.ts'

export const signature = assumed(
  'webhook.signature',
  'a delivery is signed by Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
  {
    because: 'the document says that every notification is signed, not how; this is the standard',
    instead: 'x-webhook-signature holds the HMAC-SHA256 of the body in hex, keyed with the secret',
  },
)

/** Where the digest stands that is the other reading. */
export const hexHeader = 'x-webhook-signature'

/** What there is to sign. */
export interface Signing {
  /** The id of the notification, the same for every attempt. */
  readonly id: string
  /** When the attempt began, in milliseconds since 1970. */
  readonly atMs: number
  /** The JSON text that is sent. */
  readonly body: string
  /** Where it is sent to. */
  readonly url: string
  /** The secret of the webhook. */
  readonly secret: string
  /** The secrets that are good at this moment, the newest first: several for a while after a rotation. */
  readonly secrets: readonly string[]
}

/** Gives the headers that carry the signature. */
export type Sign = (signing: Signing) => Readonly<Record<string, string>>

export const standardWebhooks: Sign = ({ id, atMs, body, secrets }) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(atMs / 1_000)),
  'webhook-signature': secrets.map((secret) => standardDigest(secret, id, atMs, body)).join(' '),
})

export const hexDigest: Sign = ({ body, secret }) => ({ [hexHeader]: hexOf(secret, body) })

export const standardDigest = (secret: string, id: string, atMs: number, body: string): string =>
  new StandardWebhook(secret).sign(id, new Date(atMs), body)

export function hexOf(secret: string, body: string): string {
  const encoder = new TextEncoder()
  const bytes = hmac(encoder.encode(secret), encoder.encode(body))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The secrets with which a delivery of this moment is signed. */
export function secretsAt(
  { secret, former_secrets }: Webhook,
  atMs: number,
): Pick<Signing, 'secret' | 'secrets'> {
  const former = former_secrets.filter(({ until }) => Date.parse(until) > atMs)
  return { secret, secrets: [secret, ...former.map((each) => each.secret)] }
}

/** The headers with a signature, or why there are none: a function of the user may go wrong. */
export function signedOrNot(sign: Sign, signing: Signing): ReturnType<Sign> | Error {
  try {
    const headers: unknown = sign(signing)
    if (headers instanceof Promise) throw new Error('its function gave a promise, not headers')
    return headers as ReturnType<Sign>
  } catch (error) {
    return new Error(`not signed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
