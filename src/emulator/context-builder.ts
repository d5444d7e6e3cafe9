/** Builds the components of one emulator in dependency order. */
import { createFaultStore } from '../faults/fault-store.ts'
import { createRowFactory } from '../kit/rows/row-factory.ts'
import { createCells } from '../machine/cells.ts'
import { createClock } from '../machine/clock.ts'
import { createIdleTracker } from '../machine/idle-tracker.ts'
import { createJournal } from '../machine/journal.ts'
import { createRandom } from '../machine/random.ts'
import { createStore } from '../machine/store.ts'
import { createCalendar } from '../model/calendar.ts'
import { createModel } from '../model/model.ts'
import {
  type ActiveAlternatives,
  allFlagsOn,
  alternativesCodec,
  flagsCodec,
} from '../model/settings.ts'
import { createTransitionSource } from '../model/transition-source.ts'
import { createRateLimiter } from '../serve/checks/rate-limit.ts'
import { createFetchHandler, type FetchHandler } from '../serve/fetch-handler.ts'
import { addBehaviourUsage, createBehaviourUsage } from './behaviour-usage.ts'
import { findIdentity } from './caller-identity.ts'
import type { EmulatorContext, InitialState, Settings } from './context.ts'
import { createDelivery } from './delivery-wiring.ts'
import { runFaultChange } from './methods/fault-changes.ts'
import { compactExplanation } from './reports/assumption-report.ts'
import { ResponseEntries } from './response-entries.ts'
import { serializerFor } from './shared-serializers.ts'
import { withoutInstanceKey } from './token-prefix.ts'

/** Time, rows, settings and wiring: the components that need no component of a later step. */
type BaseContext = Omit<
  EmulatorContext,
  | 'model'
  | 'dispatcher'
  | 'announcer'
  | 'transitionSource'
  | 'rowFactory'
  | 'serve'
  | 'initialState'
>

export function createContext(settings: Settings, initialState: InitialState): EmulatorContext {
  const base = createBaseContext(settings, initialState)
  const model = createModel({
    ...base,
    hasSubscribers: (event) => announcer.hasSubscribers(event),
    announce: (announcement) => announcer.announce(announcement),
    redeliver: (notification) => dispatcher.redeliver(notification),
  })
  const withModel = { ...base, model }
  const { dispatcher, announcer } = createDelivery(withModel)
  const transitionSource = createTransitionSource(withModel)
  base.clock.addSource(transitionSource)
  const withRowFactory = { ...withModel, rowFactory: createRowFactory(withModel) }
  const serve = createServe(withRowFactory)
  return {
    ...withRowFactory,
    dispatcher,
    announcer,
    transitionSource,
    serve,
    initialState: { cells: base.cells.snapshot(), lastEntryNumber: initialState.lastEntryNumber },
  }
}

function createBaseContext(settings: Settings, initialState: InitialState): BaseContext {
  const { catalog, mode, startMs, seed, basePath, router } = settings
  const cells = createCells(initialState.cells)
  const idleTracker = createIdleTracker()
  const onAdvance = (from: number, to: number): void => void journal.add('clock', { from, to })
  const clock = createClock({ cells, idleTracker, mode, startMs, onAdvance })
  const usage = createBehaviourUsage()
  const journal = createJournal(
    clock.now,
    settings.journalEntriesMax,
    initialState.lastEntryNumber,
    (entry) => addBehaviourUsage(usage, entry),
  )
  const store = createStore(cells, catalog.schema)
  const flagsCell = cells.cell('flags', allFlagsOn, flagsCodec)
  const alternativesCell = cells.cell('assumptions', noAlternatives, alternativesCodec)
  const worldStart = cells.cell('world.start', settings.worldStartMs)
  return {
    settings,
    cells,
    clock,
    idleTracker,
    journal,
    store,
    catalog,
    flagsCell,
    alternativesCell,
    receivers: initialState.receivers,
    registrations: [],
    receiverErrors: [],
    random: createRandom(cells.cell('seed', seed)),
    calendar: sharedCalendar,
    worldStartMs: () => worldStart.value,
    basePath,
    router,
    entryOfResponse: new ResponseEntries(),
    usage,
    faults: createFaultStore(cells, clock.now),
    now: clock.now,
    zone: () => (store.get('educators', 1)?.['time_zone'] as string | undefined) ?? 'UTC',
    flags: () => flagsCell.value,
    alternatives: () => alternativesCell.value,
    serializer: () => serializerFor(catalog, flagsCell.value),
  }
}

const noAlternatives: ActiveAlternatives = new Map()
// Note: a calendar only caches what it calculates, so all emulators share one.
const sharedCalendar = createCalendar()

type ServeComponents = Omit<
  EmulatorContext,
  'serve' | 'dispatcher' | 'announcer' | 'transitionSource' | 'initialState'
>

const createServe = (context: ServeComponents): FetchHandler => {
  const { settings, cells, clock, idleTracker, store } = context
  return createFetchHandler({
    ...context,
    rateLimiter: createRateLimiter(cells, settings.rateLimit),
    findIdentity: (token) => findIdentity(store, withoutInstanceKey(token, settings)),
    explanationHeader: (entry) => compactExplanation(context, entry),
    runChange: (change) => runFaultChange(context, change),
    markActivity: idleTracker.markActivity,
    trackShort: idleTracker.trackShort,
    track: idleTracker.track,
    sleep: clock.sleep,
  })
}
