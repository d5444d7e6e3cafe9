/** Reads the options of an emulator and turns them into settings, or says what is wrong with them. */
import { worlds, type WorldName } from './worlds/worlds.ts'
import type { Settings } from './context.ts'
import type { SavedWorld } from './worlds/world-file.ts'
import { type DeliveryPolicy, defaultDeliveryPolicy } from '../deliver/notification.ts'
import { type Signer, signatureScheme } from '../deliver/signatures.ts'
import type { World } from '../kit/rows/world.ts'
import { type ClockMode, parseClockMode, isRunning } from '../machine/clock-mode.ts'
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import { journalEntriesMax } from '../machine/journal.ts'
import { parseTimestampMs } from '../machine/timestamps.ts'
import {
  assertValue,
  assertKnownKeys,
  isObject,
  quoteValue,
  type ValueCheck,
  wholeNumberCheck,
} from '../machine/argument-checks.ts'
import { realNowMs } from '../machine/real-time-wakeup.ts'
import { createCatalog } from '../model/catalog.ts'
import {
  type FlagOverrides,
  type ActiveAlternatives,
  parseAlternatives,
  type AssumptionOverrides,
} from '../model/settings.ts'
import { resources } from '../resources/resource-list.ts'
import { type RateLimit, defaultRateLimit } from '../serve/checks/rate-limit.ts'
import { createRouter } from '../serve/router.ts'

/** What an emulator is made with; everything has a default. */
export interface EmulatorOptions {
  /** The seed world, by name or written out. Default: `training-company`. */
  readonly world?: WorldName | World
  /**
   * A saved world to go on from, as `save` gave it; it brings its own seed and time. Default: none, a
   * new world is made.
   */
  readonly load?: SavedWorld
  /** The same seed gives the same rows, tokens and ids. Default: 1. */
  readonly seed?: number
  /** Where the service stands, with the version. Default: `https://service.test/api/v1`. */
  readonly baseUrl?: string
  /**
   * Names this emulator where several stand at one address, and begins each of its tokens.
   * Default: none.
   */
  readonly instanceKey?: string
  /**
   * `virtual` stands still until it is advanced. `auto` stands still too, but delivers by itself and
   * jumps to the next due moment while somebody awaits an answer or sleeps on it. `system` runs, and
   * `{ scale: 60 }` runs 60 times as fast. Default: `virtual`.
   */
  readonly clock?: ClockMode
  /** Where the clock starts. Default: 2026-01-05T09:00:00.000Z, or now on a running clock. */
  readonly start?: string | Date
  /** Feature flags that are not as usual. Default: all on. */
  readonly flags?: FlagOverrides
  /** Assumptions that are to be read the other way, by their id. Default: none. */
  readonly assumptions?: AssumptionOverrides
  /**
   * How deliveries are signed. `standard`: `webhook-id`, `webhook-timestamp` and `webhook-signature`
   * of Standard Webhooks. `hex`: `x-webhook-signature` with the HMAC-SHA256 of the body in hex, keyed
   * with the text of the secret; short for the other reading of `webhook.signature`. A function gives
   * the headers itself, at once. Default: `standard`.
   */
  readonly signing?: 'standard' | 'hex' | Signer
  /** How many requests are answered in which time. Default: as documented, 500 in 5 minutes. */
  readonly rateLimit?: Partial<RateLimit>
  /** How long and how often deliveries are tried. Default: as documented, 10 s, three attempts, 5 minutes apart. */
  readonly delivery?: Partial<DeliveryPolicy>
  /**
   * Which time signatures carry where deliveries leave the process: the emulator's, or the real one, by
   * which another process checks them. Default: `emulator`; `real` on a server.
   */
  readonly signatureClock?: 'emulator' | 'real'
  /** How many entries the journal keeps. Default: 20,000. */
  readonly journalEntriesMax?: number
}

export const baseUrlDefault = 'https://service.test/api/v1'
export const virtualStart = '2026-01-05T09:00:00.000Z'

const weekMs = 604_800_000

/** Made once for all emulators of a process, when the first of them is made. */
let sharedCatalog: Pick<Settings, 'catalog' | 'router'> | undefined

export function settingsFrom(options: EmulatorOptions): Settings {
  if (!sharedCatalog) {
    const catalog = createCatalog(resources)
    sharedCatalog = { catalog, router: createRouter(catalog.operations.values()) }
  }
  assertOptions(options)
  assertSingleWorld(options)
  const mode = parseClockMode(options.clock ?? 'virtual', createAction)
  const startMs = startFrom(options.start, mode)
  const baseUrl = baseUrlFrom(options.baseUrl)
  return {
    ...sharedCatalog,
    seed: seedFrom(options.seed ?? 1),
    mode,
    startMs,
    worldStartMs: !isRunning(mode) ? startMs : worldStartBefore(startMs),
    instanceKey: instanceKeyFrom(options.instanceKey),
    baseUrl,
    basePath: new URL(baseUrl).pathname,
    rateLimit: limitsFrom('rateLimit', options.rateLimit, defaultRateLimit, rateLimitChecks),
    delivery: limitsFrom('delivery', options.delivery, defaultDeliveryPolicy, deliveryChecks),
    signatureClock: options.signatureClock ?? 'emulator',
    customSign: typeof options.signing === 'function' ? options.signing : undefined,
    journalEntriesMax: options.journalEntriesMax ?? journalEntriesMax,
    lineage: {},
  }
}

const createAction = 'make an emulator'

const optionNames: readonly (keyof EmulatorOptions)[] = [
  'world',
  'load',
  'seed',
  'baseUrl',
  'instanceKey',
  'clock',
  'start',
  'flags',
  'assumptions',
  'signing',
  'rateLimit',
  'delivery',
  'signatureClock',
  'journalEntriesMax',
]

/** Refuses options that there are not, and values that would only be noticed much later. */
function assertOptions(options: EmulatorOptions): void {
  if (!isObject(options))
    throw badOption(`its options are ${quoteValue(options)}`, 'Give an object.')
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name as keyof EmulatorOptions)) {
      throw unknownNameError('option', name, optionNames, createAction)
    }
  }
  const {
    signatureClock = 'emulator',
    signing = 'standard',
    journalEntriesMax: entriesMax,
  } = options
  if (signatureClock !== 'emulator' && signatureClock !== 'real') {
    throw unknownNameError('network time', signatureClock, ['emulator', 'real'], createAction)
  }
  if (typeof signing !== 'string' && typeof signing !== 'function') {
    throw badOption(`"signing" is ${quoteValue(signing)}`, 'Give "standard", "hex" or a function.')
  }
  assertValue(entriesMax, limitCheck(1), {
    code: 'bad_option',
    could: createAction,
    name: 'journalEntriesMax',
  })
}

const badOption = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action: createAction, reason, advice })

/** A limit that may be none at all. */
const limitCheck = (min: number): ValueCheck => ({
  isValid: (value) => value === Infinity || wholeNumberCheck(min).isValid(value),
  expected: `${wholeNumberCheck(min).expected}, or Infinity`,
})

const rateLimitChecks: Readonly<Record<keyof RateLimit, ValueCheck>> = {
  requestsPerWindowMax: limitCheck(0),
  windowMs: wholeNumberCheck(1),
}

const deliveryChecks: Readonly<Record<keyof DeliveryPolicy, ValueCheck>> = {
  timeoutMs: wholeNumberCheck(1),
  retryDelaysMs: {
    isValid: (waits) => Array.isArray(waits) && waits.every(wholeNumberCheck(0).isValid),
    expected: 'a list of milliseconds, each a whole number from 0',
  },
  maxInFlight: limitCheck(1),
  maxQueued: limitCheck(0),
}

/** The limits as they are usual, but for those that are said. */
function limitsFrom<T extends object>(
  option: string,
  given: Partial<T> | undefined,
  defaults: T,
  checks: Readonly<Record<keyof T & string, ValueCheck>>,
): T {
  if (given === undefined) return defaults
  if (!isObject(given)) throw badOption(`"${option}" is ${quoteValue(given)}`, 'Give an object.')
  assertKnownKeys(given, Object.keys(checks), `read the option "${option}"`)
  const provided = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of provided) {
    const check = checks[name as keyof T & string]
    assertValue(value, check, {
      code: 'bad_option',
      could: createAction,
      name: `${option}.${name}`,
    })
  }
  return { ...defaults, ...Object.fromEntries(provided) }
}

/** What a saved world brings along cannot be said beside it. */
function assertSingleWorld(options: EmulatorOptions): void {
  const conflicting = (['world', 'seed', 'start'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (options.load === undefined || conflicting === undefined) return
  throw new EmulatorError('two_worlds', {
    action: 'load the saved world',
    reason: `it brings a ${conflicting} of its own`,
    advice: `Leave out "${conflicting}" or "load".`,
  })
}

/** The readings that are asked for, if any are. */
export function activeAlternativesOf({
  assumptions,
  signing,
}: EmulatorOptions): ActiveAlternatives | undefined {
  const signingAlternative = typeof signing === 'string' ? signingAlternatives[signing] : undefined
  if (typeof signing === 'string' && !signingAlternative) {
    throw unknownNameError('signing', signing, Object.keys(signingAlternatives))
  }
  if (assumptions === undefined && !signingAlternative) return undefined
  const parsed = parseAlternatives(assumptions === undefined ? {} : assumptions)
  return signingAlternative
    ? parseAlternatives({ ...assumptions, [signatureScheme.id]: signingAlternative })
    : parsed
}

const signingAlternatives: Readonly<Record<string, 'default' | 'alternative'>> = {
  standard: 'default',
  hex: 'alternative',
}

export function worldFrom(world: EmulatorOptions['world'] = 'training-company'): World {
  if (typeof world !== 'string') return checkedWorld(world)
  if (!Object.hasOwn(worlds, world)) throw unknownNameError('world', world, Object.keys(worlds))
  return worlds[world]
}

/** How many rows of one resource a world may be asked for. */
export const amountMax = 1_000_000

const sizes = ['none', 'small', 'medium', 'large'] as const

/** A world of the user's own, with amounts of resources that there are. */
function checkedWorld(world: World): World {
  if (!isObject(world)) {
    throw badWorld(
      `${quoteValue(world)} is no world`,
      `Name one: ${Object.keys(worlds).join(', ')}.`,
    )
  }
  const { name, about = '', size, amounts = {} } = world as World
  if (typeof name !== 'string') throw badWorld('it has no name', 'Give it a "name", a text.')
  const action = `make "${name}"`
  assertKnownKeys(world, ['name', 'about', 'size', 'amounts'], action)
  if (typeof about !== 'string') throw badWorld(`"about" is ${quoteValue(about)}`, 'Give a text.')
  if (!sizes.includes(size)) throw unknownNameError('size', size, sizes, action)
  if (!isObject(amounts)) throw badWorld(`"amounts" is ${quoteValue(amounts)}`, 'Give an object.')
  const known = resources.map((each) => each.name)
  for (const [resource, amount] of Object.entries(amounts)) {
    if (!known.includes(resource)) throw unknownNameError('resource', resource, known, action)
    assertValue(amount, wholeNumberCheck(0, amountMax), {
      code: 'bad_world',
      could: action,
      name: resource,
    })
  }
  return world
}

const badWorld = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_world', { action: 'make a world', reason, advice })

export function baseUrlFrom(baseUrl: string = baseUrlDefault): string {
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const problem =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? 'is no address'
      : /[?#]/.test(baseUrl)
        ? 'has a query or a fragment'
        : url.username || url.password
          ? 'names a user'
          : undefined
  if (problem === undefined) return baseUrl.replace(/\/+$/, '')
  throw new EmulatorError('bad_base_url', {
    action: createAction,
    reason: `${quoteValue(baseUrl)} ${problem}`,
    advice: `Write it whole and plain, such as "${baseUrlDefault}".`,
  })
}

export function instanceKeyFrom(key: unknown = '', action = createAction): string {
  if (typeof key === 'string' && /^[\w-]*$/.test(key)) return key
  throw new EmulatorError('bad_instance_key', {
    action,
    reason: `the instance key ${quoteValue(key)} cannot begin a token`,
    advice: 'Use letters, digits, hyphens and underscores.',
  })
}

function seedFrom(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError('bad_seed', {
    action: createAction,
    reason: `the seed ${quoteValue(seed)} is no whole number`,
    advice: 'Use a whole number, such as 7.',
  })
}

function startFrom(start: string | Date | undefined, mode: ClockMode): number {
  if (start === undefined) return !isRunning(mode) ? Date.parse(virtualStart) : realNowMs()
  const startMs = parseTimestampMs(start)
  if (startMs !== undefined) return startMs
  throw new EmulatorError('bad_start', {
    action: createAction,
    reason: `the start ${quoteValue(start)} is no moment`,
    advice: `Write it like "${virtualStart}".`,
  })
}

/**
 * A running clock starts anywhere in a week; its world was made for the same hour of the week as the
 * virtual start, so that courses begin on the days of the week on which they would.
 */
function worldStartBefore(startMs: number): number {
  const anchor = Date.parse(virtualStart)
  return anchor + Math.floor((startMs - anchor) / weekMs) * weekMs
}
