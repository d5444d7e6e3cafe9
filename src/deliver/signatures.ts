/** Signs a notification so that its receiver can tell who sent it. */
import { hmac } from 'fast-sha256'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { assumed } from '../define/behaviours.ts'
import type { RegisteredWebhook } from '../model/notification.ts'

export const signatureScheme = assumed(
  'webhook.signature',
  'a delivery is signed by Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
  {
    reason: 'the document says that every notification is signed, not how; this is the standard',
    alternative:
      'x-webhook-signature holds the HMAC-SHA256 of the body in hex, keyed with the secret',
  },
)

/** Where the digest stands that is the other reading. */
export const hexSignatureHeader = 'x-webhook-signature'

/** What there is to sign. */
export interface SigningInput {
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
export type Signer = (input: SigningInput) => Readonly<Record<string, string>>

export const signStandardWebhooks: Signer = ({ id, atMs, body, secrets }) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(atMs / 1_000)),
  'webhook-signature': secrets.map((secret) => standardSignature(secret, id, atMs, body)).join(' '),
})

export const signHex: Signer = ({ body, secret }) => ({
  [hexSignatureHeader]: hexSignature(secret, body),
})

export const standardSignature = (secret: string, id: string, atMs: number, body: string): string =>
  new StandardWebhook(secret).sign(id, new Date(atMs), body)

export function hexSignature(secret: string, body: string): string {
  const encoder = new TextEncoder()
  const bytes = hmac(encoder.encode(secret), encoder.encode(body))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The secrets with which a delivery of this moment is signed. */
export function activeSecrets(
  { secret, former_secrets }: RegisteredWebhook,
  atMs: number,
): Pick<SigningInput, 'secret' | 'secrets'> {
  const former = former_secrets.filter(({ until }) => Date.parse(until) > atMs)
  return { secret, secrets: [secret, ...former.map((each) => each.secret)] }
}

/** The headers with a signature, or why there are none: a function of the user may go wrong. */
export function trySign(sign: Signer, input: SigningInput): ReturnType<Signer> | Error {
  try {
    const headers: unknown = sign(input)
    if (headers instanceof Promise) throw new Error('its function gave a promise, not headers')
    return headers as ReturnType<Signer>
  } catch (error) {
    return new Error(`not signed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
