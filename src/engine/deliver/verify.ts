/** Verifies the signature and the timestamp of a delivery, for receivers. */
import { assertArgumentCount } from '../errors/argument-count.ts'
import { isObject, isPromise } from '../errors/argument-checks.ts'
import {
  knownNameCheck,
  type Named,
  option,
  type OptionsOf,
  readOptions,
  type ValuesOf,
} from '../errors/options.ts'
import { EmulatorError } from '../errors/errors.ts'
import { needsAwait } from '../errors/needs-await.ts'
import { hostNowMs } from '../clock/real-time-wakeup.ts'
import type { WebhookEvent } from '../model/notification.ts'
import { hexSignatureHeader, hexSignature, standardSignature } from './signatures.ts'

/** The error for the emulator in place of the options. */
const clockAsOptions = {
  reason: 'the options are the emulator or another clock',
  advice: 'Pass { clock: emulator }.',
}

/** A delivery with its headers and its unparsed body. */
export interface RawDelivery {
  /** The headers, as a framework provides them. The case of the names does not matter. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as text or bytes, before parsing. */
  readonly body: string | Uint8Array
}

/** The options of `verify`. */
const verifyOptions = {
  /** The clock for the age of the timestamp, such as an emulator. Default: the time of the process. */
  clock: option<{ now(): Date }>({
    isValid: (clock) => isObject(clock) && typeof clock['now'] === 'function',
    expected: 'an object with `now`, such as an emulator',
  }),
  /** The maximum difference of the timestamp in seconds, in both directions. Default: 300. */
  toleranceS: option<number>(
    { isValid: (value) => typeof value === 'number' && value >= 0, expected: 'a number from 0' },
    300,
  ),
  /** The signature scheme, as in the options of `createEmulator`. Default: `standard`. */
  signing: option<'standard' | 'hex'>(knownNameCheck('signing', ['standard', 'hex']), 'standard'),
}

/** Options of `verify`. */
export interface VerifyOptions extends OptionsOf<typeof verifyOptions>, Named {}

/** The last delivery that `verify` refused, if none was sent or accepted since. */
let refused: { readonly id: string | undefined; readonly message: string } | undefined

/** Why `verify` refused a notification, also if the delivery was given without its headers. */
export const refusalOf = (notification: string): string | undefined =>
  refused && (refused.id === undefined || refused.id === notification) ? refused.message : undefined

/** Notes that a delivery is sent: an earlier refusal says nothing about its answer. */
export const forgetRefusal = (): void => void (refused = undefined)

/**
 * Verifies the signature of a delivery and returns its payload. Also runs in browsers.
 *
 * @param secret the secret of the webhook, or several secrets of which one must match
 * @throws EmulatorError `bad_signature`, `bad_timestamp`, `missing_header`, `bad_delivery`, `bad_secret`
 * @example
 * const { event, event_data } = await verify(request, hook.secret, { clock: emulator })
 */
export function verify(
  delivery: Request | RawDelivery,
  secret: string | readonly string[] | undefined,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const args = [...arguments] as readonly unknown[]
  return needsAwait('verify', async () => {
    assertArgumentCount('verify', 3, args)
    try {
      const payload = await verified(delivery, secret, options)
      forgetRefusal()
      return payload
    } catch (error) {
      // Note: an endpoint answers with a status, and drops the error.
      const id = isObject((delivery as Partial<RawDelivery> | undefined)?.headers)
        ? headerOf(delivery, 'webhook-id')
        : undefined
      refused = { id, message: (error as EmulatorError).message }
      throw error
    }
  })
}

async function verified(
  delivery: Request | RawDelivery,
  secret: string | readonly string[] | undefined,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  const secrets = toSecrets(secret)
  if (!isObject(delivery) || !isObject(options)) {
    throw verificationError(
      'bad_delivery',
      'the delivery or the options are not an object',
      'Pass the request, the secret and the options, such as { clock: emulator }.',
    )
  }
  const isClock = typeof (options as { now?: unknown }).now === 'function'
  const settings = readOptions(verifyOptions, options, {
    action: verifyAction,
    kind: 'option',
    misplaced: () => (isClock ? clockAsOptions : undefined),
  })
  if (!isObject(delivery.headers)) {
    throw 'event' in delivery
      ? verificationError(
          'bad_delivery',
          'it is the parsed body alone',
          `Pass the request. ${asText}`,
        )
      : verificationError(
          'bad_delivery',
          'the delivery has no headers',
          'Pass the request, or an object with its `headers` and its `body`.',
        )
  }
  const body = await readBody(delivery)
  const header = (name: string): string => requireHeader(delivery, name)
  if (settings.signing === 'hex') {
    const received = header(hexSignatureHeader)
    if (!secrets.some((each) => isEqualInConstantTime(hexSignature(each, body), received)))
      throw signatureMismatch()
  } else verifyStandardWebhooks(header, body, secrets, settings)
  return parsePayload(body)
}

function verifyStandardWebhooks(
  header: (name: string) => string,
  body: string,
  secrets: readonly string[],
  { clock, toleranceS }: ValuesOf<typeof verifyOptions>,
): void {
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature').split(' ')
  const atMs = /^\d+$/.test(timestamp) ? Number(timestamp) * 1_000 : NaN
  const nowMs = clock ? clock.now().getTime() : hostNowMs()
  // Note: compares every pair, so that the duration reveals nothing.
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
    `it is ${Math.abs(skewS)} s too ${direction}; the tolerance is ${toleranceS} s`,
    'Pass the emulator as `clock` if it controls the time.',
  )
}

function expectedSignature(secret: string, id: string, atMs: number, body: string): string {
  try {
    return standardSignature(secret, id, Number.isNaN(atMs) ? 0 : atMs, body)
  } catch {
    throw verificationError(
      'bad_secret',
      'the secret is not "whsec_" and base64',
      'See `hook.secret`.',
    )
  }
}

/** What to do about a body that the code under test has parsed. */
const asText =
  "Give the text of the body: in Express, put `express.text({ type: '*/*' })` before the route."

/** Compares two texts in constant time. */
function isEqualInConstantTime(expected: string, actual: string): boolean {
  let difference = expected.length ^ actual.length
  for (let i = 0; i < expected.length; i += 1) {
    difference |= expected.charCodeAt(i) ^ (actual.charCodeAt(i) || 0)
  }
  return difference === 0
}

function toSecrets(secret: string | readonly string[] | undefined): readonly string[] {
  const given: unknown[] = Array.isArray(secret) ? secret : [secret]
  const secrets = given.filter((each) => typeof each === 'string' && each !== '') as string[]
  if (secrets.length > 0) return secrets
  if (isPromise(secret))
    throw verificationError('bad_secret', 'the secret is a promise', 'Await it.')
  if (isObject(secret) || typeof secret === 'function') {
    const type = isObject(secret) ? 'an object' : 'a function'
    throw verificationError('bad_secret', `the secret is ${type}`, 'Give `hook.secret`.')
  }
  throw verificationError('bad_secret', 'there is no secret', 'A registered webhook has a secret.')
}

function requireHeader(delivery: Request | RawDelivery, name: string): string {
  const value = headerOf(delivery, name)
  if (value !== undefined) return value
  const isHex = name !== hexSignatureHeader && headerOf(delivery, hexSignatureHeader) !== undefined
  throw isHex
    ? verificationError(
        'missing_header',
        `it has no header ${name}, and it has ${hexSignatureHeader}`,
        "Pass { signing: 'hex' }.",
      )
    : verificationError('missing_header', `it has no header ${name}`)
}

function headerOf({ headers }: Request | RawDelivery, name: string): string | undefined {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return value ? String(value) : undefined
}

async function readBody(delivery: Request | RawDelivery): Promise<string> {
  const isRequest = delivery instanceof Request
  if (isRequest && !delivery.bodyUsed) return delivery.clone().text()
  const { body } = delivery as RawDelivery
  if (!isRequest && typeof body === 'string') return body
  if (!isRequest && body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw verificationError(
    'bad_delivery',
    isRequest
      ? 'its body is already read'
      : body === undefined
        ? 'its body is missing'
        : 'its body is already parsed',
    isRequest ? 'Verify a delivery before you read or parse its body.' : asText,
  )
}

function parsePayload(body: string): WebhookEvent {
  try {
    return JSON.parse(body) as WebhookEvent
  } catch {
    throw verificationError('bad_delivery', 'its body is not valid JSON')
  }
}

const signatureMismatch = (): EmulatorError =>
  verificationError(
    'bad_signature',
    'no signature matches',
    'Check the secret, and that the body is unchanged.',
  )

const verifyAction = 'verify the delivery'

const refusals = new WeakSet<EmulatorError>()

/** Whether an error of `verify` is about the delivery or its secret, and not about the options. */
export const isRefusedDelivery = (error: EmulatorError): boolean => refusals.has(error)

function verificationError(code: string, reason: string, advice?: string): EmulatorError {
  const error = new EmulatorError(code, { action: verifyAction, reason, ...(advice && { advice }) })
  refusals.add(error)
  return error
}
