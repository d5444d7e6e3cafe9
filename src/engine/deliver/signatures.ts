/** Signs deliveries, by Standard Webhooks or with a hex digest. */
import { hmac } from 'fast-sha256'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { RegisteredWebhook } from '../model/notification.ts'

/** The header of the hex digest, the alternative of `webhook.signature`. */
export const hexSignatureHeader = 'x-webhook-signature'

/** The input of a signer. */
export interface SigningInput {
  /** The id of the notification. All attempts have the same id. */
  readonly id: string
  /** The start of the attempt, in milliseconds since 1970. */
  readonly atMs: number
  /** The JSON text that is sent. */
  readonly body: string
  /** The URL of the delivery. */
  readonly url: string
  /** The secret of the webhook. */
  readonly secret: string
  /** The valid secrets, newest first. After a rotation there are several until the grace period ends. */
  readonly secrets: readonly string[]
}

/** Returns the headers that contain the signature. */
export type Signer = (input: SigningInput) => Readonly<Record<string, string>>

export const signStandardWebhooks: Signer = ({ id, atMs, body, secrets }) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(atMs / 1_000)),
  'webhook-signature': secrets.map((secret) => standardSignature(secret, id, atMs, body)).join(' '),
})

export const signHex: Signer = ({ body, secret }) => ({
  [hexSignatureHeader]: hexSignature(secret, body),
})

/** Whether a secret has the format of Standard Webhooks: `whsec_` and base64. */
export const isStandardSecret = (secret: string): boolean =>
  /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(
    secret,
  )

export const standardSignature = (secret: string, id: string, atMs: number, body: string): string =>
  new StandardWebhook(secret).sign(id, new Date(atMs), body)

export function hexSignature(secret: string, body: string): string {
  const encoder = new TextEncoder()
  const bytes = hmac(encoder.encode(secret), encoder.encode(body))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the secrets that sign a delivery at this time. */
export function activeSecrets(
  { secret, former_secrets }: RegisteredWebhook,
  atMs: number,
): Pick<SigningInput, 'secret' | 'secrets'> {
  const former = former_secrets.filter(({ until }) => Date.parse(until) > atMs)
  return { secret, secrets: [secret, ...former.map((each) => each.secret)] }
}

/** Returns the headers with the signature, or an error if the signer, which may be the user's, fails. */
export function trySign(sign: Signer, input: SigningInput): ReturnType<Signer> | Error {
  try {
    const headers: unknown = sign(input)
    if (headers instanceof Promise)
      throw new Error('the signer returned a promise instead of headers')
    return headers as ReturnType<Signer>
  } catch (error) {
    return new Error(`not signed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
