/** Makes emulators: reads the options, assembles the parts, and puts one face before them. */
import { handlersForBaseUrl } from './handlers.ts'
import {
  type EmulatorContext,
  createContext,
  type InitialState,
  createInitialState,
  type Settings,
  withInstanceKey,
} from './context.ts'
import { createDirectFetch } from './methods/direct-fetch.ts'
import type { ClockAdvance, Emulator, Snapshot } from './emulator-api.ts'
import { callAndDeliveryMethods } from './reports/calls-and-deliveries.ts'
import { recordQueryMethods } from './methods/record-queries.ts'
import { EmulatorGetters, contextKey } from './emulator-getters.ts'
import {
  baseUrlFrom,
  type EmulatorOptions,
  activeAlternativesOf,
  settingsFrom,
  worldFrom,
  instanceKeyFrom,
} from './options.ts'
import { assumptionReportMethods } from './reports/assumption-report.ts'
import { initialStateFrom, loadWorld, saveWorld } from './worlds/world-file.ts'
import { importMethods } from './methods/record-sources.ts'
import { seededCells, tokenDefault } from './worlds/seeded-world.ts'
import { runFaultChange } from './methods/fault-changes.ts'
import { faultMethods } from './methods/faults.ts'
import { createGivenMethod, mintToken, setScopes } from './methods/tokens.ts'
import { registerReceiver, reregisterReceivers } from './methods/receiver-registrations.ts'
import { journalReportMethods } from './reports/journal-reports.ts'
import { viewPending, viewWebhook } from './reports/views.ts'
import type { CellValues } from '../machine/cells.ts'
import { flagsKind } from '../define/journal/kinds/flags.ts'
import { restoreKind } from '../define/journal/kinds/restore.ts'
import type { Clock } from '../machine/clock.ts'
import { EmulatorError } from '../machine/errors.ts'
import { shareTimers } from '../machine/fake-timers.ts'
import { parseTimestampMs } from '../machine/timestamps.ts'
import { parseDurationMs } from '../machine/duration.ts'
import { quoteValue } from '../machine/argument-checks.ts'
import { type Flags, applyFlags } from '../model/settings.ts'

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
  const alternatives = activeAlternativesOf(options)
  const initialState =
    load === undefined
      ? createInitialState(seededCells(worldFrom(options.world), settings))
      : initialStateFrom(load, settings)
  const cells = {
    ...initialState.cells,
    ...(flags !== undefined && {
      flags: applyFlags(flags, initialState.cells['flags'] as Flags | undefined),
    }),
    ...(alternatives && { assumptions: alternatives }),
  }
  return buildEmulator(settings, baseUrlFrom(options.baseUrl), { ...initialState, cells })
}

/** A snapshot with what only this package may look at. */
interface InternalSnapshot extends Snapshot {
  readonly cells: CellValues
  readonly lineage: object
}

/** The parts behind an emulator, for adapters. */
export const contextOf = (emulator: Emulator): EmulatorContext =>
  (emulator as Emulator & EmulatorGetters)[contextKey]

/** What a snapshot remembers, for adapters. */
export const snapshotCells = (snapshot: Snapshot): CellValues =>
  (snapshot as InternalSnapshot).cells

function buildEmulator(settings: Settings, baseUrl: string, initialState: InitialState): Emulator {
  const context = createContext(settings, initialState)
  const initial = context.cells.snapshot()
  context.runChange = createFaultChangeRunner(context)
  resume(context)
  const core = Object.assign(
    new EmulatorGetters(context, baseUrl, handlersForBaseUrl),
    coreMethods(context, baseUrl),
    recordQueryMethods(context),
    importMethods(context),
    clockMethods(context.clock),
  )
  const withState = Object.assign(
    core,
    settingsMethods(context),
    callAndDeliveryMethods(context),
    stateMethods(context, initial, initialState.lastEntryNumber),
  )
  return Object.assign(
    withState,
    journalReportMethods(context),
    assumptionReportMethods(context),
    faultMethods(context),
  )
}

// Note: nothing in `compose` is a closure or a literal. What the engine has seen to live long it soon puts
// where only a full collection looks, with all that it refers to, so that no fork would go at once.
const createFaultChangeRunner =
  (context: EmulatorContext): EmulatorContext['runChange'] =>
  (change) =>
    runFaultChange(context, change)

type CoreMethods = Pick<
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

function coreMethods(context: EmulatorContext, baseUrl: string): CoreMethods {
  const { settings, clock, idleTracker, serve } = context
  const token = withInstanceKey(tokenDefault, settings)
  return {
    token,
    headers: { authorization: `Bearer ${token}` },
    fetch: createDirectFetch(baseUrl, serve),
    given: createGivenMethod(context) as Emulator['given'],
    receiver: (options) => registerReceiver(context, options),
    webhook: (id) => viewWebhook(context, id),
    pending: () => viewPending(context),
    track: (work) => idleTracker.track(() => work),
    openapi: async () => (await import('./reports/openapi.ts')).openApiFor(baseUrl),
    fork: ({ instanceKey = settings.instanceKey } = {}) =>
      buildEmulator(
        { ...settings, instanceKey: instanceKeyFrom(instanceKey, 'fork the emulator') },
        baseUrl,
        forkState(context),
      ),
    close: () => clock.stop(),
    [Symbol.dispose]: () => clock.stop(),
  }
}

/** What a fork takes over. */
const forkState = ({ cells, receivers, journal }: EmulatorContext): InitialState => ({
  cells: cells.snapshot(),
  receivers: new Map(receivers),
  lastEntryNumber: journal.lastNumber(),
})

/** Goes on with what was under way when the state was saved. */
function resume({ dispatcher, clock }: EmulatorContext): void {
  dispatcher.resume()
  clock.start()
}

type SettingsMethods = Pick<Emulator, 'setFlags' | 'mintToken' | 'setScopes'>

/** The words of the stage for what an administrator has set up. */
const settingsMethods = (context: EmulatorContext): SettingsMethods => ({
  setFlags(flags) {
    context.flagsCell.value = applyFlags(flags, context.flagsCell.value)
    context.journal.add(flagsKind, { ...flags })
  },
  mintToken: (options) => mintToken(context, options),
  setScopes: (token, scopes) => setScopes(context, token, scopes),
})

type StateMethods = Pick<Emulator, 'snapshot' | 'restore' | 'reset' | 'save' | 'load'>

/** The words of the stage that go back in time. */
function stateMethods(
  context: EmulatorContext,
  initial: CellValues,
  lastEntryNumber: number,
): StateMethods {
  const { cells, clock, journal } = context
  const { lineage } = context.settings
  return {
    snapshot: (): InternalSnapshot => ({
      at: new Date(clock.now()).toISOString(),
      cells: cells.snapshot(),
      lineage,
    }),
    restore(snapshot) {
      assertSameLineage(snapshot, lineage)
      cells.restore(snapshot.cells)
      resume(context)
      journal.add(restoreKind, {})
    },
    reset() {
      cells.restore(initial)
      reregisterReceivers(context)
      resume(context)
      journal.clear(lastEntryNumber)
    },
    save: () => saveWorld(context),
    load(saved) {
      loadWorld(context, saved)
      resume(context)
    },
  }
}

/** Refuses what is no snapshot, and the snapshot of an emulator that was made by itself. */
function assertSameLineage(
  snapshot: Snapshot,
  lineage: object,
): asserts snapshot is InternalSnapshot {
  const { cells, lineage: snapshotLineage } = (snapshot ?? {}) as Partial<InternalSnapshot>
  if (cells && snapshotLineage === lineage) return
  throw new EmulatorError(cells ? 'foreign_snapshot' : 'bad_snapshot', {
    action: 'restore a snapshot',
    reason: cells ? 'it is of another emulator' : `${quoteValue(snapshot)} is none`,
    advice: cells
      ? 'Take one of this emulator or of one that it was forked from; a world is carried by `save`.'
      : 'Give what `snapshot()` gave, itself and no copy.',
  })
}

type ClockMethods = Pick<
  Emulator,
  'now' | 'advance' | 'advanceTo' | 'advanceToNext' | 'settle' | 'sleep' | 'shareTime'
>

/** The words of the stage that let time pass. */
function clockMethods(clock: Clock): ClockMethods {
  return {
    now: () => new Date(clock.now()),
    advance: async (duration) =>
      clockAdvanceFrom(await clock.advance(parseDurationMs(duration, 'advance the clock'))),
    advanceTo: async (moment) =>
      clockAdvanceFrom(await clock.advanceTo(targetTimeFrom(moment, clock.now()))),
    advanceToNext: async () => clockAdvanceFrom(await clock.advanceToNext()),
    settle: async () => clockAdvanceFrom(await clock.settle()),
    sleep: async (duration) => clock.sleep(parseDurationMs(duration, 'sleep')),
    shareTime: (timers) => shareTimers(clock, timers),
  }
}

const clockAdvanceFrom = ({ now, ran }: { now: number; ran: number }): ClockAdvance => ({
  now: new Date(now).toISOString(),
  ran,
})

function targetTimeFrom(moment: unknown, nowMs: number): number {
  const ms = parseTimestampMs(moment)
  if (ms !== undefined && ms >= nowMs) return ms
  throw new EmulatorError('bad_moment', {
    action: 'advance the clock',
    reason:
      ms === undefined
        ? `${quoteValue(moment)} is no moment`
        : `${new Date(ms).toISOString()} is before ${new Date(nowMs).toISOString()}`,
    advice:
      ms === undefined
        ? 'Give a Date, or a text such as "2026-03-01T09:00:00.000Z".'
        : 'Time runs forward; go back with a snapshot.',
  })
}
