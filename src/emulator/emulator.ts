/** Makes emulators: reads the options, assembles the parts, and puts one face before them. */
import { handlersFor } from './handlers.ts'
import {
  type Assembly,
  assemble,
  type Heritage,
  noHeritage,
  type Settings,
  withKey,
} from './context.ts'
import { directly } from './methods/direct-fetch.ts'
import type { Advanced, Emulator, Snapshot } from './emulator-api.ts'
import { happenedWords } from './reports/calls-and-deliveries.ts'
import { lookingWords } from './methods/record-queries.ts'
import { Lookups, parts } from './emulator-getters.ts'
import {
  baseUrlFrom,
  type EmulatorOptions,
  readingsOf,
  settingsFrom,
  worldFrom,
  worldKeyFrom,
} from './options.ts'
import { relyingWords } from './reports/assumption-report.ts'
import { heritageOf, loadWorld, saveWorld } from './worlds/world-file.ts'
import { seedWords } from './methods/record-sources.ts'
import { seededCells, tokenDefault } from './worlds/seeded-world.ts'
import { runChange } from './methods/fault-changes.ts'
import { faultWords } from './methods/faults.ts'
import { givenOf, mintToken, setScopes } from './methods/tokens.ts'
import { receiverOf, registerAgain } from './methods/receiver-registrations.ts'
import { tellingOf } from './reports/journal-reports.ts'
import { viewPending, viewWebhook } from './reports/views.ts'
import type { SavedCells } from '../machine/cells.ts'
import type { Clock } from '../machine/clock.ts'
import { EmulatorError } from '../machine/errors.ts'
import { shareTimers } from '../machine/fake-timers.ts'
import { durationFrom, momentMsOf } from '../machine/timestamps.ts'
import { quoted } from '../machine/argument-checks.ts'
import { type Flags, flagsFrom } from '../model/settings.ts'

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
    ...(flags !== undefined && {
      flags: flagsFrom(flags, heritage.cells['flags'] as Flags | undefined),
    }),
    ...(readings && { readings }),
  }
  return compose(settings, baseUrlFrom(options.baseUrl), { ...heritage, cells })
}

/** A snapshot with what only this package may look at. */
interface KeptSnapshot extends Snapshot {
  readonly cells: SavedCells
  readonly family: object
}

/** The parts behind an emulator, for adapters. */
export const partsOf = (emulator: Emulator): Assembly => (emulator as Emulator & Lookups)[parts]

/** What a snapshot remembers, for adapters. */
export const cellsOf = (snapshot: Snapshot): SavedCells => (snapshot as KeptSnapshot).cells

function compose(settings: Settings, baseUrl: string, heritage: Heritage): Emulator {
  const assembly = assemble(settings, heritage)
  const initial = assembly.cells.save()
  assembly.change = changing(assembly)
  takeUp(assembly)
  const stage = Object.assign(
    new Lookups(assembly, baseUrl, handlersFor),
    stageWords(assembly, baseUrl),
    lookingWords(assembly),
    seedWords(assembly),
    timeWords(assembly.clock),
  )
  const more = Object.assign(
    stage,
    settingWords(assembly),
    happenedWords(assembly),
    stateWords(assembly, initial, heritage.journaled),
  )
  return Object.assign(more, tellingOf(assembly), relyingWords(assembly), faultWords(assembly))
}

// Note: nothing in `compose` is a closure or a literal. What the engine has seen to live long it soon puts
// where only a full collection looks, with all that it refers to, so that no fork would go at once.
const changing =
  (assembly: Assembly): Assembly['change'] =>
  (change) =>
    runChange(assembly, change)

type StageWords = Pick<
  Emulator,
  | 'token'
  | 'headers'
  | 'fetch'
  | 'given'
  | 'receiver'
  | 'webhook'
  | 'pending'
  | 'track'
  | 'openapi'
  | 'fork'
  | 'close'
  | typeof Symbol.dispose
>

function stageWords(assembly: Assembly, baseUrl: string): StageWords {
  const { settings, clock, quiet, serve } = assembly
  const token = withKey(tokenDefault, settings)
  return {
    token,
    headers: { authorization: `Bearer ${token}` },
    fetch: directly(baseUrl, serve),
    given: givenOf(assembly) as Emulator['given'],
    receiver: (options) => receiverOf(assembly, options),
    webhook: (id) => viewWebhook(assembly, id),
    pending: () => viewPending(assembly),
    track: (work) => quiet.track(() => work),
    openapi: async () => (await import('./reports/openapi.ts')).openApiFor(baseUrl),
    fork: ({ worldKey = settings.worldKey } = {}) =>
      compose(
        { ...settings, worldKey: worldKeyFrom(worldKey, 'fork the emulator') },
        baseUrl,
        heirTo(assembly),
      ),
    close: () => clock.stop(),
    [Symbol.dispose]: () => clock.stop(),
  }
}

/** What a fork takes over. */
const heirTo = ({ cells, receivers, journal }: Assembly): Heritage => ({
  cells: cells.save(),
  receivers: new Map(receivers),
  journaled: journal.last(),
})

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
  const { family } = assembly.settings
  return {
    snapshot: (): KeptSnapshot => ({
      at: new Date(clock.now()).toISOString(),
      cells: cells.save(),
      family,
    }),
    restore(snapshot) {
      insistOnFamily(snapshot, family)
      cells.load(snapshot.cells)
      takeUp(assembly)
      journal.add('restore', {})
    },
    reset() {
      cells.load(initial)
      registerAgain(assembly)
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

/** Refuses what is no snapshot, and the snapshot of an emulator that was made by itself. */
function insistOnFamily(snapshot: Snapshot, family: object): asserts snapshot is KeptSnapshot {
  const { cells, family: known } = (snapshot ?? {}) as Partial<KeptSnapshot>
  if (cells && known === family) return
  throw new EmulatorError(cells ? 'foreign_snapshot' : 'bad_snapshot', {
    could: 'restore a snapshot',
    because: cells ? 'it is of another emulator' : `${quoted(snapshot)} is none`,
    advice: cells
      ? 'Take one of this emulator or of one that it was forked from; a world is carried by `save`.'
      : 'Give what `snapshot()` gave, itself and no copy.',
  })
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

function momentFrom(moment: unknown, nowMs: number): number {
  const ms = momentMsOf(moment)
  if (ms !== undefined && ms >= nowMs) return ms
  throw new EmulatorError('bad_moment', {
    could: 'advance the clock',
    because:
      ms === undefined
        ? `${quoted(moment)} is no moment`
        : `${new Date(ms).toISOString()} is before ${new Date(nowMs).toISOString()}`,
    advice:
      ms === undefined
        ? 'Give a Date, or a text such as "2026-03-01T09:00:00.000Z".'
        : 'Time runs forward; go back with a snapshot.',
  })
}
