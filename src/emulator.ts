/** Makes emulators: reads the options, assembles the parts, and puts one face before them. */
import { handlersFor } from './adapters/msw.ts'
import {
  type Assembly,
  assemble,
  type Heritage,
  noHeritage,
  type Settings,
  withKey,
} from './emulator/assemble.ts'
import type { Advanced, Emulator, Snapshot } from './emulator/face.ts'
import { happenedWords } from './emulator/happened.ts'
import { lookingWords } from './emulator/looking.ts'
import {
  baseUrlFrom,
  type EmulatorOptions,
  readingsOf,
  settingsFrom,
  worldFrom,
} from './emulator/options.ts'
import { relyingWords } from './emulator/relying.ts'
import { heritageOf, loadWorld, saveWorld } from './emulator/saving.ts'
import { outboxOf } from './emulator/outbox.ts'
import { seededCells, tokenDefault } from './emulator/seeding.ts'
import { faultWords, type FaultWords } from './emulator/faults.ts'
import { actsOf, givenOf, mintToken, receiverOf, setScopes } from './emulator/stage.ts'
import { tellingOf } from './emulator/telling.ts'
import { viewEntry, viewPending, viewWebhook } from './emulator/views.ts'
import type { SavedCells } from './machine/cells.ts'
import type { Clock } from './machine/clock.ts'
import { type Duration, parseDuration } from './machine/duration.ts'
import { EmulatorError } from './machine/errors.ts'
import { shareTimers } from './machine/fake-timers.ts'
import { type Flags, flagsFrom } from './model/flags.ts'
import { arrived } from './serve/loss.ts'

/**
 * Makes an emulator of the service: seeded, in this process, ready at once.
 *
 * @throws EmulatorError when an option cannot be used; the message names the nearest that can
 * @example
 * const emulator = createEmulator({ world: 'small-school' })
 * const response = await emulator.fetch('/courses', { headers: emulator.headers })
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const settings = settingsFrom(options)
  const { flags, load } = options
  const readings = readingsOf(options)
  const heritage =
    load === undefined
      ? noHeritage(seededCells(worldFrom(options.world), settings))
      : heritageOf(load, settings)
  const cells = {
    ...heritage.cells,
    ...(flags && { flags: flagsFrom(flags, heritage.cells['flags'] as Flags | undefined) }),
    ...(readings && { readings }),
  }
  return compose(settings, baseUrlFrom(options.baseUrl), { ...heritage, cells })
}

/** A snapshot with what only this package may look at. */
interface KeptSnapshot extends Snapshot {
  readonly cells: SavedCells
}

/** Under this key an emulator carries its parts; nobody outside can name it. */
const parts = Symbol('parts')

/** The parts behind an emulator, for adapters. */
export const partsOf = (emulator: Emulator): Assembly =>
  (emulator as Emulator & { [parts]: Assembly })[parts]

/** What a snapshot remembers, for adapters. */
export const cellsOf = (snapshot: Snapshot): SavedCells => (snapshot as KeptSnapshot).cells

function compose(settings: Settings, baseUrl: string, heritage: Heritage): Emulator {
  const assembly = assemble(settings, heritage)
  const { cells, clock, quiet, journal, serve } = assembly
  const initial = cells.save()
  const token = withKey(tokenDefault, settings)
  takeUp(assembly)
  let acts: Emulator['act'] | undefined
  let handlers: Emulator['handlers'] | undefined

  const emulator: Omit<Emulator, keyof FaultWords> & { [parts]: Assembly } = {
    [parts]: assembly,
    baseUrl,
    token,
    headers: { authorization: `Bearer ${token}` },
    get seed() {
      return assembly.random.seed
    },
    fetch: (input, init) => ask(serve, () => requestFor(baseUrl, input, init)),
    get handlers() {
      return (handlers ??= handlersFor(baseUrl, serve))
    },
    given: givenOf(assembly) as Emulator['given'],
    ...lookingWords(assembly),
    get act() {
      return (acts ??= actsOf(assembly) as unknown as Emulator['act'])
    },
    receiver: (options) => receiverOf(assembly, options),
    webhook: (id) => viewWebhook(assembly, id),
    ...timeWords(clock),
    pending: () => viewPending(assembly),
    track: (work) => quiet.track(() => work),
    get flags() {
      return assembly.flagsCell.value
    },
    ...settingWords(assembly),
    get outbox() {
      return outboxOf(assembly)
    },
    get journal() {
      return journal.entries().map(viewEntry)
    },
    ...happenedWords(assembly),
    ...stateWords(assembly, initial, heritage.journaled),
    openapi: async () => (await import('./emulator/openapi.ts')).openApiFor(baseUrl),
    ...tellingOf(assembly),
    ...relyingWords(assembly),
    fork: ({ worldKey = settings.worldKey } = {}) =>
      compose({ ...settings, worldKey }, baseUrl, heirTo(assembly)),
    close: () => clock.stop(),
    [Symbol.dispose]: () => clock.stop(),
  }
  return withWords(emulator, faultWords(assembly))
}

/** What a fork takes over. */
const heirTo = ({ cells, receivers, journal }: Assembly): Heritage => ({
  cells: cells.save(),
  receivers: new Map(receivers),
  journaled: journal.last(),
})

/** Puts more words on the stage; a getter stays one, where a spread would ask it once and for all. */
const withWords = <E extends object, W extends object>(emulator: E, words: W): E & W =>
  Object.defineProperties(emulator, Object.getOwnPropertyDescriptors(words)) as E & W

/** Goes on with what was under way when the state was saved. */
function takeUp({ courier, clock }: Assembly): void {
  courier.resume()
  clock.arm()
}

type SettingWords = Pick<Emulator, 'setFlags' | 'mintToken' | 'setScopes'>

/** The words of the stage for what an administrator has set up. */
const settingWords = (assembly: Assembly): SettingWords => ({
  setFlags(flags) {
    assembly.flagsCell.value = flagsFrom(flags, assembly.flagsCell.value)
    assembly.journal.add('flags', { ...flags })
  },
  mintToken: (options) => mintToken(assembly, options),
  setScopes: (token, scopes) => setScopes(assembly, token, scopes),
})

type StateWords = Pick<Emulator, 'snapshot' | 'restore' | 'reset' | 'save' | 'load'>

/** The words of the stage that go back in time. */
function stateWords(assembly: Assembly, initial: SavedCells, journaled: number): StateWords {
  const { cells, clock, journal } = assembly
  return {
    snapshot: (): KeptSnapshot => ({
      at: new Date(clock.now()).toISOString(),
      cells: cells.save(),
    }),
    restore(snapshot) {
      cells.load((snapshot as KeptSnapshot).cells)
      takeUp(assembly)
      journal.add('restore', {})
    },
    reset() {
      cells.load(initial)
      takeUp(assembly)
      journal.clear(journaled)
    },
    save: () => saveWorld(assembly),
    load(saved) {
      loadWorld(assembly, saved)
      takeUp(assembly)
    },
  }
}

type TimeWords = Pick<
  Emulator,
  'now' | 'advance' | 'advanceTo' | 'advanceToNext' | 'settle' | 'sleep' | 'shareTime'
>

/** The words of the stage that let time pass. */
function timeWords(clock: Clock): TimeWords {
  return {
    now: () => new Date(clock.now()),
    advance: async (duration) =>
      told(await clock.advance(durationFrom(duration, 'advance the clock'))),
    advanceTo: async (moment) => told(await clock.advanceTo(momentFrom(moment, clock.now()))),
    advanceToNext: async () => told(await clock.advanceToNext()),
    settle: async () => told(await clock.settle()),
    sleep: async (duration) => clock.sleep(durationFrom(duration, 'sleep')),
    shareTime: (timers) => shareTimers(clock, timers),
  }
}

const told = ({ now, ran }: { now: number; ran: number }): Advanced => ({
  now: new Date(now).toISOString(),
  ran,
})

/** What comes back without a network; what would break a connection is thrown as `fetch` throws it. */
async function ask(serve: Assembly['serve'], making: () => Request): Promise<Response> {
  const request = making()
  return arrived(await serve(request), request)
}

function requestFor(baseUrl: string, input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) return input
  const url = String(input)
  return new Request(url.startsWith('/') ? baseUrl + url : url, init)
}

function durationFrom(duration: Duration, could: string): number {
  const ms = parseDuration(duration)
  if (ms !== undefined) return ms
  throw new EmulatorError('bad_duration', {
    could,
    because: `"${duration}" is no duration`,
    advice: 'Write a sum of d, h, m, s and ms, such as "1h30m", or milliseconds as a number.',
  })
}

function momentFrom(moment: string | Date, nowMs: number): number {
  const ms = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
  if (ms >= nowMs) return ms
  throw new EmulatorError('bad_moment', {
    could: 'advance the clock',
    because: Number.isNaN(ms)
      ? `"${String(moment)}" is no moment`
      : `${new Date(ms).toISOString()} is before ${new Date(nowMs).toISOString()}`,
    advice: 'Time runs forward; go back with a snapshot.',
  })
}
