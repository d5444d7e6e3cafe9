/** Reads the options of an emulator and turns them into settings, or says what is wrong with them. */
import { worlds, type WorldName } from './worlds/worlds.ts'
import type { Settings } from './context.ts'
import type { Saved } from './worlds/world-file.ts'
import { type Patience, patience } from '../deliver/notification.ts'
import { type Sign, signature } from '../deliver/signatures.ts'
import type { World } from '../kit/rows/world.ts'
import { type ClockMode, clockModeFrom, isRunning } from '../machine/clock-mode.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { journalEntriesMax } from '../machine/journal.ts'
import { momentMsOf } from '../machine/timestamps.ts'
import { insistOn, insistOnKeys, isObject, quoted, type Wanted, whole } from '../machine/argument-checks.ts'
import { realNowMs } from '../machine/real-time-wakeup.ts'
import { createCatalog } from '../model/catalog.ts'
import { type FlagsGiven, type Readings, readingsFrom, type ReadingsGiven } from '../model/settings.ts'
import { resources } from '../resources/resource-list.ts'
import { type RateLimit, rateLimit } from '../serve/checks/rate-limit.ts'
import { createRouter } from '../serve/router.ts'

/** What an emulator is made with; everything has a default. */
export interface EmulatorOptions {
  /** The seed world, by name or written out. Default: `training-company`. */
  readonly world?: WorldName | World
  /**
   * A saved world to go on from, as `save` gave it; it brings its own seed and time. Default: none, a
   * new world is made.
   */
  readonly load?: Saved
  /** The same seed gives the same rows, tokens and ids. Default: 1. */
  readonly seed?: number
  /** Where the service stands, with the version. Default: `https://service.test/api/v1`. */
  readonly baseUrl?: string
  /**
   * Names this emulator where several stand at one address, and begins each of its tokens.
   * Default: none.
   */
  readonly worldKey?: string
  /**
   * `virtual` stands still until it is advanced. `auto` stands still too, but delivers by itself and
   * jumps to the next due moment while somebody awaits an answer or sleeps on it. `system` runs, and
   * `{ scale: 60 }` runs 60 times as fast. Default: `virtual`.
   */
  readonly clock?: ClockMode
  /** Where the clock starts. Default: 2026-01-05T09:00:00.000Z, or now on a running clock. */
  readonly start?: string | Date
  /** Feature flags that are not as usual. Default: all on. */
  readonly flags?: FlagsGiven
  /** Assumptions that are to be read the other way, by their id. Default: none. */
  readonly readings?: ReadingsGiven
  /**
   * How deliveries are signed. `standard`: `webhook-id`, `webhook-timestamp` and `webhook-signature`
   * of Standard Webhooks. `hex`: `x-webhook-signature` with the HMAC-SHA256 of the body in hex, keyed
   * with the text of the secret; short for the other reading of `webhook.signature`. A function gives
   * the headers itself, at once. Default: `standard`.
   */
  readonly signing?: 'standard' | 'hex' | Sign
  /** How many requests are answered in which time. Default: as documented, 500 in 5 minutes. */
  readonly rateLimit?: Partial<RateLimit>
  /** How long and how often deliveries are tried. Default: as documented, 10 s, three attempts, 5 minutes apart. */
  readonly patience?: Partial<Patience>
  /**
   * Which time signatures carry where deliveries leave the process: the emulator's, or the real one, by
   * which another process checks them. Default: `emulator`; `real` on a server.
   */
  readonly networkTime?: 'emulator' | 'real'
  /** How many entries the journal keeps. Default: 20,000. */
  readonly journalEntriesMax?: number
}

export const baseUrlDefault = 'https://service.test/api/v1'
export const virtualStart = '2026-01-05T09:00:00.000Z'

const weekMs = 604_800_000

/** Made once for all emulators of a process, when the first of them is made. */
let shared: Pick<Settings, 'catalog' | 'router'> | undefined

export function settingsFrom(options: EmulatorOptions): Settings {
  if (!shared) {
    const catalog = createCatalog(resources)
    shared = { catalog, router: createRouter(catalog.operations.values()) }
  }
  insistOnOptions(options)
  insistOnOneWorld(options)
  const mode = clockModeFrom(options.clock ?? 'virtual', making)
  const startMs = startFrom(options.start, mode)
  return {
    ...shared,
    seed: seedFrom(options.seed ?? 1),
    mode,
    startMs,
    worldStartMs: !isRunning(mode) ? startMs : wholeWeekBefore(startMs),
    worldKey: worldKeyFrom(options.worldKey),
    basePath: new URL(baseUrlFrom(options.baseUrl)).pathname,
    rateLimit: limitsFrom('rateLimit', options.rateLimit, rateLimit, rateLimitWanted),
    patience: limitsFrom('patience', options.patience, patience, patienceWanted),
    networkTime: options.networkTime ?? 'emulator',
    sign: typeof options.signing === 'function' ? options.signing : undefined,
    journalEntriesMax: options.journalEntriesMax ?? journalEntriesMax,
    family: {},
  }
}

const making = 'make an emulator'

const optionNames: readonly (keyof EmulatorOptions)[] = [
  'world',
  'load',
  'seed',
  'baseUrl',
  'worldKey',
  'clock',
  'start',
  'flags',
  'readings',
  'signing',
  'rateLimit',
  'patience',
  'networkTime',
  'journalEntriesMax',
]

/** Refuses options that there are not, and values that would only be noticed much later. */
function insistOnOptions(options: EmulatorOptions): void {
  if (!isObject(options)) throw badOption(`its options are ${quoted(options)}`, 'Give an object.')
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name as keyof EmulatorOptions)) {
      throw unknownName('option', name, optionNames, making)
    }
  }
  const { networkTime = 'emulator', signing = 'standard', journalEntriesMax: most } = options
  if (networkTime !== 'emulator' && networkTime !== 'real') {
    throw unknownName('network time', networkTime, ['emulator', 'real'], making)
  }
  if (typeof signing !== 'string' && typeof signing !== 'function') {
    throw badOption(`"signing" is ${quoted(signing)}`, 'Give "standard", "hex" or a function.')
  }
  insistOn(most, limit(1), { code: 'bad_option', could: making, name: 'journalEntriesMax' })
}

const badOption = (because: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { could: making, because, advice })

/** A limit that may be none at all. */
const limit = (least: number): Wanted => ({
  fits: (value) => value === Infinity || whole(least).fits(value),
  wanted: `${whole(least).wanted}, or Infinity`,
})

const rateLimitWanted: Readonly<Record<keyof RateLimit, Wanted>> = {
  requestsPerWindowMax: limit(0),
  windowMs: whole(1),
}

const patienceWanted: Readonly<Record<keyof Patience, Wanted>> = {
  timeoutMs: whole(1),
  waitsMs: {
    fits: (waits) => Array.isArray(waits) && waits.every(whole(0).fits),
    wanted: 'a list of milliseconds, each a whole number from 0',
  },
  inFlightMax: limit(1),
  backlogMax: limit(0),
}

/** The limits as they are usual, but for those that are said. */
function limitsFrom<T extends object>(
  option: string,
  given: Partial<T> | undefined,
  usual: T,
  wanted: Readonly<Record<keyof T & string, Wanted>>,
): T {
  if (given === undefined) return usual
  if (!isObject(given)) throw badOption(`"${option}" is ${quoted(given)}`, 'Give an object.')
  insistOnKeys(given, Object.keys(wanted), `read the option "${option}"`)
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of said) {
    const spec = wanted[name as keyof T & string]
    insistOn(value, spec, { code: 'bad_option', could: making, name: `${option}.${name}` })
  }
  return { ...usual, ...Object.fromEntries(said) }
}

/** What a saved world brings along cannot be said beside it. */
function insistOnOneWorld(options: EmulatorOptions): void {
  const said = (['world', 'seed', 'start'] as const).find((name) => options[name] !== undefined)
  if (options.load === undefined || said === undefined) return
  throw new EmulatorError('two_worlds', {
    could: 'load the saved world',
    because: `it brings a ${said} of its own`,
    advice: `Leave out "${said}" or "load".`,
  })
}

/** The readings that are asked for, if any are. */
export function readingsOf({ readings, signing }: EmulatorOptions): Readings | undefined {
  const named = typeof signing === 'string' ? signings[signing] : undefined
  if (typeof signing === 'string' && !named) {
    throw unknownName('signing', signing, Object.keys(signings))
  }
  if (readings === undefined && !named) return undefined
  const read = readingsFrom(readings === undefined ? {} : readings)
  return named ? readingsFrom({ ...readings, [signature.id]: named }) : read
}

const signings: Readonly<Record<string, 'default' | 'instead'>> = {
  standard: 'default',
  hex: 'instead',
}

export function worldFrom(world: EmulatorOptions['world'] = 'training-company'): World {
  if (typeof world !== 'string') return checkedWorld(world)
  if (!Object.hasOwn(worlds, world)) throw unknownName('world', world, Object.keys(worlds))
  return worlds[world]
}

/** How many rows of one resource a world may be asked for. */
export const amountMax = 1_000_000

const sizes = ['none', 'small', 'medium', 'large'] as const

/** A world of the user's own, with amounts of resources that there are. */
function checkedWorld(world: World): World {
  if (!isObject(world)) {
    throw badWorld(`${quoted(world)} is no world`, `Name one: ${Object.keys(worlds).join(', ')}.`)
  }
  const { name, about = '', size, amounts = {} } = world as World
  if (typeof name !== 'string') throw badWorld('it has no name', 'Give it a "name", a text.')
  const could = `make "${name}"`
  insistOnKeys(world, ['name', 'about', 'size', 'amounts'], could)
  if (typeof about !== 'string') throw badWorld(`"about" is ${quoted(about)}`, 'Give a text.')
  if (!sizes.includes(size)) throw unknownName('size', size, sizes, could)
  if (!isObject(amounts)) throw badWorld(`"amounts" is ${quoted(amounts)}`, 'Give an object.')
  const known = resources.map((each) => each.name)
  for (const [resource, amount] of Object.entries(amounts)) {
    if (!known.includes(resource)) throw unknownName('resource', resource, known, could)
    insistOn(amount, whole(0, amountMax), { code: 'bad_world', could, name: resource })
  }
  return world
}

const badWorld = (because: string, advice: string): EmulatorError =>
  new EmulatorError('bad_world', { could: 'make a world', because, advice })

export function baseUrlFrom(baseUrl: string = baseUrlDefault): string {
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const flaw =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? 'is no address'
      : /[?#]/.test(baseUrl)
        ? 'has a query or a fragment'
        : url.username || url.password
          ? 'names a user'
          : undefined
  if (flaw === undefined) return baseUrl.replace(/\/+$/, '')
  throw new EmulatorError('bad_base_url', {
    could: making,
    because: `${quoted(baseUrl)} ${flaw}`,
    advice: `Write it whole and plain, such as "${baseUrlDefault}".`,
  })
}

export function worldKeyFrom(key: unknown = '', could = making): string {
  if (typeof key === 'string' && /^[\w-]*$/.test(key)) return key
  throw new EmulatorError('bad_world_key', {
    could,
    because: `the world key ${quoted(key)} cannot begin a token`,
    advice: 'Use letters, digits, hyphens and underscores.',
  })
}

function seedFrom(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError('bad_seed', {
    could: making,
    because: `the seed ${quoted(seed)} is no whole number`,
    advice: 'Use a whole number, such as 7.',
  })
}

function startFrom(start: string | Date | undefined, mode: ClockMode): number {
  if (start === undefined) return !isRunning(mode) ? Date.parse(virtualStart) : realNowMs()
  const startMs = momentMsOf(start)
  if (startMs !== undefined) return startMs
  throw new EmulatorError('bad_start', {
    could: making,
    because: `the start ${quoted(start)} is no moment`,
    advice: `Write it like "${virtualStart}".`,
  })
}

/**
 * A running clock starts anywhere in a week; its world was made for the same hour of the week as the
 * virtual start, so that courses begin on the days of the week on which they would.
 */
function wholeWeekBefore(startMs: number): number {
  const anchor = Date.parse(virtualStart)
  return anchor + Math.floor((startMs - anchor) / weekMs) * weekMs
}
