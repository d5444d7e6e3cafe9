/** The options of an emulator: validates them and converts them to settings. */
import type { AssumptionPreset, DemoLocale, WorldName } from '../service-types.ts'
import type { Settings } from './context.ts'
import type { Emulator } from './emulator-api.ts'
import type { SavedWorld } from './worlds/world-file.ts'
import { type DeliveryOptions, deliveryOptions } from '../deliver/delivery-policy.ts'
import { type Signer } from '../deliver/signatures.ts'
import { signatureScheme } from '../deliver/behaviours.ts'
import type { WorldProgress } from '../kit/rows/world-progress.ts'
import type { World } from '../kit/rows/world.ts'
import { type ClockMode, parseClockMode, isRunning } from '../clock/clock-mode.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { journalBytesMax, journalEntriesMax } from '../journal/journal.ts'
import { assertSupportedNode } from '../errors/node-version.ts'
import {
  assertKnownName,
  functionCheck,
  limitCheck,
  quoteValue,
  type ValueCheck,
} from '../errors/argument-checks.ts'
import {
  knownNameCheck,
  type Named,
  option,
  type OptionsOf,
  readNestedOptions,
  readOptions,
} from '../errors/options.ts'
import {
  type FlagOverrides,
  type ActiveAlternatives,
  parseAlternatives,
  resolvePreset,
  type AssumptionOverrides,
} from '../model/settings.ts'
import { type RateLimitOptions, rateLimitOptions } from '../serve/rate-limiter.ts'
import { createAction, optionsExample, otherPlaceOf } from './option-errors.ts'
import { baseUrlFrom } from './base-url.ts'
import { latencyFrom, type LatencyOptions } from '../serve/latency.ts'
import type { Duration } from '../clock/duration.ts'
import type { ServiceDefinition } from './service-definition.ts'
import { hostNamesFrom, tokenFrom } from './access-options.ts'
import { type TestName, testNameCheck, testNameFrom } from './test-name.ts'
import { startFrom, worldStartBefore } from './worlds/start-option.ts'
import { worldFrom } from './worlds/world-option.ts'

const signingCheck: ValueCheck = {
  isValid: (signing) => typeof signing === 'string' || typeof signing === 'function',
  expected: '"standard", "hex" or a function',
}

/** The options of an emulator. Some are checked by the functions that convert them to settings. */
export const emulatorOptions = {
  /** The demo data: the name of a world, or a custom world. Default: `training-company`. */
  world: option<WorldName | World>(),
  /**
   * Repeats the world: `scale: 40` has 40 times the records, with other ids, names and times. Settings of the
   * tenant exist once. The records are made when they are read. At most 10 million records. Default: 1.
   *
   * @example
   * createEmulator({ world: 'training-company', scale: 40 }) // 12,000 users, 4,800 planned courses
   */
  scale: option<number>(),
  /**
   * Called while a world is made that takes more than half a second: at most every 100 ms, and with the
   * last row. Default: none.
   *
   * @example
   * createEmulator({ world: 'large-university', onProgress: ({ made, total }) => console.error(made, total) })
   */
  onProgress: option<(progress: WorldProgress) => void>(functionCheck),
  /**
   * A saved world from `save`, which includes its seed and its time. Default: none, the emulator
   * generates a new world.
   */
  load: option<SavedWorld>(),
  /** The number that rows, tokens and ids are generated from. Default: 1. */
  seed: option<number>(undefined, 1),
  /**
   * The language of demo data: names, towns, streets, phone numbers, titles, descriptions and comments, also of
   * records of `given`. Ids, dates, amounts and relations are the same in each language. Default: that of the world,
   * English for `demo`; English texts with Dutch people for the other worlds.
   *
   * @example
   * createEmulator({ world: 'demo', locale: 'nl' })
   */
  locale: option<DemoLocale>(),
  /** The base URL of the service, including the version. Default: `https://service.test/api/v1`. */
  baseUrl: option<string>(),
  /**
   * Selects this emulator where one address serves several. Each of its tokens starts with the key.
   * Default: none.
   */
  instanceKey: option<string>(),
  /**
   * `virtual` advances only when the test advances it. `auto` also delivers events by itself, and
   * jumps to the next due task while a request or a sleep is pending. `system` runs in real time, and
   * `{ scale: 60 }` runs 60 times as fast. Default: `virtual`.
   */
  clock: option<ClockMode>(undefined, 'virtual'),
  /** The start time of the clock. Default: 2026-01-05T09:00:00.000Z, or now on a running clock. */
  start: option<string | Date>(),
  /** Feature flags to change. Default: all on. */
  flags: option<FlagOverrides>(),
  /**
   * Alternatives to switch to, by the id of the assumption, or the name of a preset: `lenient` for old clients.
   * Default: none.
   */
  assumptions: option<AssumptionPreset | AssumptionOverrides>(),
  /**
   * How deliveries are signed. `standard`: `webhook-id`, `webhook-timestamp` and `webhook-signature`
   * of Standard Webhooks. `hex`: `x-webhook-signature` with the HMAC-SHA256 of the body in hex, keyed
   * with the secret as text; the same as the alternative of `webhook.signature`. A function returns
   * the headers synchronously. Default: `standard`.
   */
  signing: option<'standard' | 'hex' | Signer>(signingCheck),
  /**
   * The token of the administrator: 1 to 200 letters, digits, and the characters `.`, `_` and `-`. A saved
   * world does not contain it. Default: `course-admin-token`.
   */
  token: option<string>(),
  /**
   * The hosts that deliveries may reach over the network besides this machine, as names or addresses without
   * a port. A delivery to another host is not sent; its attempt fails. Default: none. Receivers in the test
   * process have any URL.
   *
   * @example
   * createEmulator({ deliverTo: ['hooks.internal', '10.0.0.7'] })
   */
  deliverTo: option<readonly string[]>(),
  /** The rate limit. Default: as documented, 500 requests in 5 minutes. */
  rateLimit: option<RateLimitOptions>(),
  /**
   * The time that each response takes on the emulator's clock: one duration, or milliseconds each for reads
   * (GET and HEAD) and for writes. The clock moves with `clock: 'auto'`, with `emulator.run` and with
   * `emulator.advance`. Default: 0.
   *
   * @example
   * createEmulator({ clock: 'auto', latency: { readMs: 80, writeMs: 150 } })
   */
  latency: option<Duration | LatencyOptions>(),
  /** The delivery policy. Default: as documented, a timeout of 10 s and three attempts 5 minutes apart. */
  delivery: option<DeliveryOptions>(),
  /**
   * The time in signatures of deliveries to other processes. A receiver in another process verifies
   * signatures with the real time. Default: `emulator`; `real` on a server.
   */
  signatureClock: option<'emulator' | 'real'>(
    knownNameCheck('signature clock', ['emulator', 'real']),
    'emulator',
  ),
  /** The maximum number of journal entries. Default: 20,000. */
  journalEntriesMax: option<number>(limitCheck(1), journalEntriesMax),
  /** The maximum size of the journal, in bytes. Texts in entries are most of it. Default: 32,000,000. */
  journalBytesMax: option<number>(limitCheck(1), journalBytesMax),
  /**
   * The name of the test that uses the emulator, or a function that returns it. A request that no delivery and
   * no step led to has it as its cause. The `test` of Vitest and Playwright, and `setupEmulator` with Jest,
   * set it. Default: none.
   *
   * @example
   * createEmulator({ test: 'syncs users' })
   */
  test: option<TestName>(testNameCheck),
  /**
   * Prepares the data: creates records, performs acts, registers receivers. The result is the initial state
   * of the emulator, so that `reset` restores it, and the journal is empty. `createEmulator` does not wait
   * for a promise. The `test` of a test runner, `startServer` and a story wait. Default: no preparation.
   *
   * @example
   * createEmulator({ prepare: ({ given }) => void given('users', { first_name: 'Mia' }) })
   */
  prepare: option<(emulator: Emulator) => unknown>(functionCheck),
}

/** The options of an emulator. Each has a default. */
export interface EmulatorOptions extends OptionsOf<typeof emulatorOptions>, Named {}

export function settingsFrom(given: EmulatorOptions, service: ServiceDefinition): Settings {
  assertSupportedNode()
  const options = readOptions(emulatorOptions, given, {
    action: createAction,
    kind: 'option',
    example: optionsExample,
    misplaced: otherPlaceOf,
  })
  assertSingleWorld(given)
  const mode = parseClockMode(options.clock, createAction)
  const startMs = startFrom(options.start, mode)
  const baseUrl = baseUrlFrom(options.baseUrl)
  return {
    ...service,
    seed: seedFrom(options.seed),
    locale: localeFrom(options, service),
    mode,
    startMs,
    worldStartMs: !isRunning(mode) ? startMs : worldStartBefore(startMs),
    instanceKey: instanceKeyFrom(options.instanceKey),
    token: tokenFrom(options.token),
    deliverTo: hostNamesFrom('deliverTo', options.deliverTo),
    baseUrl,
    basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
    rateLimit: readNestedOptions(rateLimitOptions, options.rateLimit, {
      name: 'rateLimit',
      action: createAction,
    }),
    latency: latencyFrom(options.latency, createAction),
    delivery: readNestedOptions(deliveryOptions, options.delivery, {
      name: 'delivery',
      action: createAction,
    }),
    signatureClock: options.signatureClock,
    customSign: typeof options.signing === 'function' ? options.signing : undefined,
    journalEntriesMax: options.journalEntriesMax,
    journalBytesMax: options.journalBytesMax,
    testName: testNameFrom(options.test),
    lineage: {},
    internalErrors: [],
  }
}

/** Refuses options that a saved world already contains. */
function assertSingleWorld(options: EmulatorOptions): void {
  const conflicting = (['world', 'scale', 'seed', 'locale', 'start'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (options.load === undefined || conflicting === undefined) return
  throw new EmulatorError('two_worlds', {
    action: 'load the saved world',
    reason: `it contains its own ${conflicting}`,
    advice: `Leave out "${conflicting}" or "load".`,
  })
}

/** The active alternatives of the options `assumptions` and `signing`; undefined if neither is given. */
export function activeAlternativesOf(
  { assumptions, signing }: EmulatorOptions,
  { assumptionPresets }: ServiceDefinition,
): ActiveAlternatives | undefined {
  const signingAlternative = typeof signing === 'string' ? signingAlternatives[signing] : undefined
  if (typeof signing === 'string' && !signingAlternative) {
    throw unknownNameError('signing', signing, Object.keys(signingAlternatives))
  }
  if (assumptions === undefined && !signingAlternative) return undefined
  const overrides = assumptions === undefined ? {} : resolvePreset(assumptions, assumptionPresets)
  const parsed = parseAlternatives(overrides)
  return signingAlternative
    ? parseAlternatives({ ...overrides, [signatureScheme.id]: signingAlternative })
    : parsed
}

const signingAlternatives: Readonly<Record<string, 'default' | 'alternative'>> = {
  standard: 'default',
  hex: 'alternative',
}

export function instanceKeyFrom(key: unknown = '', action = createAction): string {
  if (typeof key === 'string' && /^[\w-]*$/.test(key)) return key
  throw new EmulatorError('bad_instance_key', {
    action,
    reason: `the instance key ${quoteValue(key)} is not valid`,
    advice: 'Use letters, digits, hyphens and underscores.',
  })
}

/** The language of the option, or else of the world. */
function localeFrom(
  { locale, load, world }: EmulatorOptions,
  service: ServiceDefinition,
): DemoLocale | undefined {
  if (locale === undefined) return load === undefined ? worldFrom(world, service).locale : undefined
  assertKnownName('locale', locale, service.locales, createAction)
  return locale
}

function seedFrom(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError('bad_seed', {
    action: createAction,
    reason: `\`seed\` is not a whole number: ${quoteValue(seed)}`,
    advice: 'Use a whole number, such as 7.',
  })
}
