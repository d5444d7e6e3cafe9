/** Tells a receiver whether a delivery is what it says: signed with the secret, whole, and recent. */
import { EmulatorError } from '../machine/errors.ts'
import { hostNowMs } from '../machine/real-time-wakeup.ts'
import type { Payload } from '../model/notification.ts'
import { hexSignatureHeader, hexSignature, standardSignature } from './signatures.ts'

/** A delivery as it arrived: its headers and the text of its body, before anybody parsed it. */
export interface RawDelivery {
  /** As a framework gives them; the case of the names does not matter. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The text as it was sent, or its bytes. */
  readonly body: string | Uint8Array
}

/** How a delivery is checked. */
export interface VerifyOptions {
  /** Whose time the tolerance runs on: an emulator. Default: what the process takes for the time. */
  readonly clock?: { now(): Date }
  /** How many seconds a timestamp may be off, in both directions. Default: 300. */
  readonly toleranceS?: number
  /** How it is signed: as in the option of `createEmulator`. Default: `standard`. */
  readonly signing?: 'standard' | 'hex'
}

export const defaultToleranceS = 300

/**
 * Checks the signature of a delivery and gives its payload. Runs in browsers as well.
 *
 * @param secret the secret of the webhook, or several of which one must fit
 * @throws EmulatorError `bad_signature`, `bad_timestamp`, `missing_header`, `bad_delivery`, `bad_secret`
 * @example
 * const { event, event_data } = await verify(request, hook.secret, { clock: emulator })
 */
export async function verify(
  delivery: Request | RawDelivery,
  secret: string | readonly string[] | undefined,
  options: VerifyOptions = {},
): Promise<Payload> {
  const secrets = toSecrets(secret)
  const body = await readBody(delivery)
  const header = (name: string): string => requireHeader(delivery, name)
  if (options.signing === 'hex') {
    const received = header(hexSignatureHeader)
    if (!secrets.some((each) => isEqualInConstantTime(hexSignature(each, body), received)))
      throw signatureMismatch()
  } else verifyStandardWebhooks(header, body, secrets, options)
  return parsePayload(body)
}

function verifyStandardWebhooks(
  header: (name: string) => string,
  body: string,
  secrets: readonly string[],
  { clock, toleranceS = defaultToleranceS }: VerifyOptions,
): void {
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature').split(' ')
  const atMs = /^\d+$/.test(timestamp) ? Number(timestamp) * 1_000 : NaN
  const nowMs = clock ? clock.now().getTime() : hostNowMs()
  // Note: every pair is compared, so that the time it takes tells nothing.
  const expected = secrets.map((secret) => expectedSignature(secret, id, atMs, body))
  const matches = expected.flatMap((digest) =>
    signatures.map((each) => isEqualInConstantTime(digest, each)),
  )
  if (Number.isNaN(atMs))
    throw verificationError('bad_timestamp', `its timestamp is "${timestamp}"`)
  if (!matches.includes(true)) throw signatureMismatch()
  const skewS = Math.floor(nowMs / 1_000) - atMs / 1_000
  if (Math.abs(skewS) <= toleranceS) return
  const direction = skewS > 0 ? 'old' : 'early'
  throw verificationError(
    'bad_timestamp',
    `it is ${Math.abs(skewS)} s too ${direction}: more than ${toleranceS} s off`,
    'Give the emulator as `clock` where it holds the time.',
  )
}

function expectedSignature(secret: string, id: string, atMs: number, body: string): string {
  try {
    return standardSignature(secret, id, Number.isNaN(atMs) ? 0 : atMs, body)
  } catch {
    throw verificationError(
      'bad_secret',
      'the secret is no "whsec_" and base64',
      'See `hook.secret`.',
    )
  }
}

/** Whether two texts are the same, in a time that does not depend on where they differ. */
function isEqualInConstantTime(expected: string, actual: string): boolean {
  let difference = expected.length ^ actual.length
  for (let i = 0; i < expected.length; i += 1) {
    difference |= expected.charCodeAt(i) ^ (actual.charCodeAt(i) || 0)
  }
  return difference === 0
}

function toSecrets(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets = (typeof secret === 'string' ? [secret] : (secret ?? [])).filter(Boolean)
  if (secrets.length > 0) return secrets
  throw verificationError(
    'bad_secret',
    'there is no secret',
    'A webhook has one once it is registered.',
  )
}

function requireHeader({ headers }: Request | RawDelivery, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (value) return String(value)
  throw verificationError('missing_header', `it has no header ${name}`)
}

async function readBody(delivery: Request | RawDelivery): Promise<string> {
  const isRequest = delivery instanceof Request
  if (isRequest && !delivery.bodyUsed) return delivery.clone().text()
  const { body } = delivery as RawDelivery
  if (!isRequest && typeof body === 'string') return body
  if (!isRequest && body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw verificationError(
    'bad_delivery',
    isRequest ? 'its body was read already' : 'its body is no text: it was parsed already',
    'What is signed is the text as it arrived, so verify it first.',
  )
}

function parsePayload(body: string): Payload {
  try {
    return JSON.parse(body) as Payload
  } catch {
    throw verificationError('bad_delivery', 'its body is no JSON')
  }
}

const signatureMismatch = (): EmulatorError =>
  verificationError(
    'bad_signature',
    'no signature fits',
    'Check the secret, and that the body is unchanged.',
  )

const verificationError = (code: string, reason: string, advice?: string): EmulatorError =>
  new EmulatorError(code, { action: 'verify the delivery', reason, ...(advice && { advice }) })
