/** Tells a receiver whether a delivery is what it says: signed with the secret, whole, and recent. */
import { EmulatorError } from '../machine/errors.ts'
import { hostNowMs } from '../machine/real-time-wakeup.ts'
import type { Payload } from './envelope.ts'
import { hexHeader, hexOf, standardDigest } from './signatures.ts'

/** A delivery as it arrived: its headers and the text of its body, before anybody parsed it. */
export interface ArrivedDelivery {
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

export const toleranceDefaultS = 300

/**
 * Checks the signature of a delivery and gives its payload. Runs in browsers as well.
 *
 * @param secret the secret of the webhook, or several of which one must fit
 * @throws EmulatorError `bad_signature`, `bad_timestamp`, `missing_header`, `bad_delivery`, `bad_secret`
 * @example
 * const { event, event_data } = await verify(request, hook.secret, { clock: emulator })
 */
export async function verify(
  delivery: Request | ArrivedDelivery,
  secret: string | readonly string[] | undefined,
  options: VerifyOptions = {},
): Promise<Payload> {
  const secrets = secretsFrom(secret)
  const body = await bodyOf(delivery)
  const header = (name: string): string => headerOf(delivery, name)
  if (options.signing === 'hex') {
    const digest = header(hexHeader)
    if (!secrets.some((each) => isSame(hexOf(each, body), digest))) throw wrongSignature()
  } else verifyStandard(header, body, secrets, options)
  return parse(body)
}

function verifyStandard(
  header: (name: string) => string,
  body: string,
  secrets: readonly string[],
  { clock, toleranceS = toleranceDefaultS }: VerifyOptions,
): void {
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature').split(' ')
  const atMs = /^\d+$/.test(timestamp) ? Number(timestamp) * 1_000 : NaN
  const nowMs = clock ? clock.now().getTime() : hostNowMs()
  // Note: every pair is compared, so that the time it takes tells nothing.
  const expected = secrets.map((secret) => digestFor(secret, id, atMs, body))
  const fits = expected.flatMap((digest) => signatures.map((each) => isSame(digest, each)))
  if (Number.isNaN(atMs)) throw refusal('bad_timestamp', `its timestamp is "${timestamp}"`)
  if (!fits.includes(true)) throw wrongSignature()
  const offS = Math.floor(nowMs / 1_000) - atMs / 1_000
  if (Math.abs(offS) <= toleranceS) return
  const side = offS > 0 ? 'old' : 'early'
  throw refusal(
    'bad_timestamp',
    `it is ${Math.abs(offS)} s too ${side}: more than ${toleranceS} s off`,
    'Give the emulator as `clock` where it holds the time.',
  )
}

function digestFor(secret: string, id: string, atMs: number, body: string): string {
  try {
    return standardDigest(secret, id, Number.isNaN(atMs) ? 0 : atMs, body)
  } catch {
    throw refusal('bad_secret', 'the secret is no "whsec_" and base64', 'See `hook.secret`.')
  }
}

/** Whether two texts are the same, in a time that does not depend on where they differ. */
function isSame(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length
  for (let i = 0; i < expected.length; i += 1) {
    difference |= expected.charCodeAt(i) ^ (given.charCodeAt(i) || 0)
  }
  return difference === 0
}

function secretsFrom(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets = (typeof secret === 'string' ? [secret] : (secret ?? [])).filter(Boolean)
  if (secrets.length > 0) return secrets
  throw refusal('bad_secret', 'there is no secret', 'A webhook has one once it is registered.')
}

function headerOf({ headers }: Request | ArrivedDelivery, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (value) return String(value)
  throw refusal('missing_header', `it has no header ${name}`)
}

async function bodyOf(delivery: Request | ArrivedDelivery): Promise<string> {
  const isRequest = delivery instanceof Request
  if (isRequest && !delivery.bodyUsed) return delivery.clone().text()
  const { body } = delivery as ArrivedDelivery
  if (!isRequest && typeof body === 'string') return body
  if (!isRequest && body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw refusal(
    'bad_delivery',
    isRequest ? 'its body was read already' : 'its body is no text: it was parsed already',
    'What is signed is the text as it arrived, so verify it first.',
  )
}

function parse(body: string): Payload {
  try {
    return JSON.parse(body) as Payload
  } catch {
    throw refusal('bad_delivery', 'its body is no JSON')
  }
}

const wrongSignature = (): EmulatorError =>
  refusal('bad_signature', 'no signature fits', 'Check the secret, and that the body is unchanged.')

const refusal = (code: string, because: string, advice?: string): EmulatorError =>
  new EmulatorError(code, { could: 'verify the delivery', because, ...(advice && { advice }) })
