/** Reads the options of an emulator and turns them into settings, or says what is wrong with them. */
import { worlds, type WorldName } from '../../fixtures/worlds/worlds.ts'
import type { Settings } from './assemble.ts'
import type { Saved } from './saving.ts'
import { type Patience, patience } from '../deliver/notification.ts'
import { type Sign, signature } from '../deliver/signing.ts'
import type { World } from '../kit/world.ts'
import { type ClockMode, isRunning } from '../machine/clock-mode.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { journalEntriesMax } from '../machine/journal.ts'
import { realNowMs } from '../machine/wakeup.ts'
import { createCatalog } from '../model/catalog.ts'
import { type FlagsGiven, type Readings, readingsFrom, type ReadingsGiven } from '../model/flags.ts'
import { resources } from '../resources/index.ts'
import { type RateLimit, rateLimit } from '../serve/checks/throttle.ts'
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
  insistOnOneWorld(options)
  if (!shared) {
    const catalog = createCatalog(resources)
    shared = { catalog, router: createRouter(catalog.operations.values()) }
  }
  const mode = options.clock ?? 'virtual'
  const startMs = startFrom(options.start, mode)
  return {
    ...shared,
    seed: seedFrom(options.seed ?? 1),
    mode,
    startMs,
    worldStartMs: !isRunning(mode) ? startMs : wholeWeekBefore(startMs),
    worldKey: worldKeyFrom(options.worldKey),
    basePath: new URL(baseUrlFrom(options.baseUrl)).pathname,
    rateLimit: { ...rateLimit, ...options.rateLimit },
    patience: { ...patience, ...options.patience },
    networkTime: options.networkTime ?? 'emulator',
    sign: typeof options.signing === 'function' ? options.signing : undefined,
    journalEntriesMax: options.journalEntriesMax ?? journalEntriesMax,
  }
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
  if (!readings && !named) return undefined
  return readingsFrom({ ...readings, ...(named && { [signature.id]: named }) })
}

const signings: Readonly<Record<string, 'default' | 'instead'>> = {
  standard: 'default',
  hex: 'instead',
}

export function worldFrom(world: EmulatorOptions['world'] = 'training-company'): World {
  if (typeof world !== 'string') return checkedWorld(world)
  if (!(world in worlds)) throw unknownName('world', world, Object.keys(worlds))
  return worlds[world]
}

/** A world of the user's own, with amounts of resources that there are. */
function checkedWorld(world: World): World {
  const known = resources.map(({ name }) => name)
  for (const name of Object.keys(world.amounts ?? {})) {
    if (!known.includes(name)) throw unknownName('resource', name, known, `make "${world.name}"`)
  }
  return world
}

export function baseUrlFrom(baseUrl = baseUrlDefault): string {
  if (!URL.canParse(baseUrl)) {
    throw new EmulatorError('bad_base_url', {
      could: 'make an emulator',
      because: `"${baseUrl}" is no address`,
      advice: `Write it whole, such as "${baseUrlDefault}".`,
    })
  }
  return baseUrl.replace(/\/+$/, '')
}

function worldKeyFrom(key = ''): string {
  if (/^[\w-]*$/.test(key)) return key
  throw new EmulatorError('bad_world_key', {
    could: 'make an emulator',
    because: `the world key "${key}" cannot begin a token`,
    advice: 'Use letters, digits, hyphens and underscores.',
  })
}

function seedFrom(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError('bad_seed', {
    could: 'make an emulator',
    because: `the seed ${seed} is no whole number`,
    advice: 'Use a whole number, such as 7.',
  })
}

function startFrom(start: string | Date | undefined, mode: ClockMode): number {
  if (start === undefined) return !isRunning(mode) ? Date.parse(virtualStart) : realNowMs()
  const startMs = typeof start === 'string' ? Date.parse(start) : start.getTime()
  if (!Number.isNaN(startMs)) return startMs
  throw new EmulatorError('bad_start', {
    could: 'make an emulator',
    because: `the start "${String(start)}" is no moment`,
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
