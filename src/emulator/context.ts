/** Wires the parts of one emulator: which part hears of what, and from where it takes what it needs. */
import type { Announcer } from '../deliver/announcer.ts'
import type { DeliveryPolicy } from '../deliver/delivery-policy.ts'
import type { WebhookDispatcher } from '../deliver/dispatcher.ts'
import type { Signer } from '../deliver/signatures.ts'
import type { ReceiverError } from '../deliver/transport.ts'
import { createFaultStore, type FaultStore } from '../faults/fault-store.ts'
import type { FaultChange } from '../faults/effects.ts'
import { createRowFactory, type RowFactory } from '../kit/rows/row-factory.ts'
import { type Cell, type Cells, createCells, type CellValues } from '../machine/cells.ts'
import type { DueSource } from '../machine/agenda.ts'
import { type Clock, createClock } from '../machine/clock.ts'
import type { ClockMode } from '../machine/clock-mode.ts'
import type { KindTable } from '../define/journal/entry-kind.ts'
import type { StoredJournalEntry } from '../define/journal/kind-table.ts'
import { clockKind } from '../define/journal/kinds/clock.ts'
import { createJournal, type Journal } from '../machine/journal.ts'
import { createIdleTracker, type IdleTracker } from '../machine/idle-tracker.ts'
import { createRandom } from '../machine/random.ts'
import { createStore, type Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import { createCalendar } from '../model/calendar.ts'
import type { Catalog } from '../model/catalog.ts'
import {
  allFlagsOn,
  type Flags,
  flagsCodec,
  type ActiveAlternatives,
  alternativesCodec,
} from '../model/settings.ts'
import { type Announcement, createModel, type Model } from '../model/model.ts'
import type { ReceiverAnswers } from '../model/receiver-answer.ts'
import { createTransitionSource } from '../model/transition-source.ts'
import { createRecordSerializer, type RecordSerializer } from '../model/record-serializer.ts'
import type { TransactionContext } from '../model/transaction.ts'
import type { Identity, StoredRequest } from '../serve/call.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from '../serve/checks/rate-limit.ts'
import type { Router } from '../serve/router.ts'
import { createFetchHandler, type FetchHandler } from '../serve/fetch-handler.ts'
import { wireAnnouncer, wireDispatcher } from './delivery-wiring.ts'
import type { ReceiverRegistration } from './methods/receiver-registrations.ts'
import {
  addBehaviourUsage,
  compactExplanation,
  createBehaviourUsage,
  type BehaviourUsage,
} from './reports/assumption-report.ts'

/** What is decided once for an emulator and its forks. */
export interface Settings {
  readonly catalog: Catalog
  readonly router: Router
  readonly seed: number
  readonly mode: ClockMode
  /** Where the dates of the world are counted from. */
  readonly worldStartMs: number
  readonly startMs: number
  readonly basePath: string
  /** Begins every token, where several emulators stand at one address. */
  readonly instanceKey: string
  readonly rateLimit: RateLimit
  readonly delivery: DeliveryPolicy
  readonly signatureClock: 'emulator' | 'real'
  /** A function of the user that signs deliveries. */
  readonly customSign: Signer | undefined
  readonly journalEntriesMax: number
  /** The kinds of journal entries. */
  readonly entryKinds: KindTable
  /** The same object for an emulator and its forks, which can go back to each other's moments. */
  readonly lineage: object
}

/**
 * All parts in one object, which is handed to each of them: it has at least what each asks for, and
 * making it once is cheap enough to fork an emulator in passing.
 */
export interface EmulatorContext extends TransactionContext {
  readonly settings: Settings
  readonly cells: Cells
  readonly clock: Clock
  readonly idleTracker: IdleTracker
  readonly journal: Journal<StoredJournalEntry>
  readonly flagsCell: Cell<Flags>
  readonly alternativesCell: Cell<ActiveAlternatives>
  /** Who receives deliveries in this process: wiring, not state. */
  readonly receivers: ReceiverAnswers
  /** What was registered for them since this emulator was made: wiring as well. */
  registrations: ReceiverRegistration[] | undefined
  /** What receivers threw: wiring, not state. */
  readonly receiverErrors: ReceiverError[]
  worldStartMs(): number
  readonly basePath: string
  readonly router: Router
  readonly delivery: DeliveryPolicy
  readonly rateLimiter: RateLimiter
  entryOfResponse: WeakMap<Response, StoredRequest> | undefined
  explanationHeader(entry: StoredRequest): string
  /** What entries relied on that the journal has let go: wiring, not state. */
  readonly usage: BehaviourUsage
  serializer(): RecordSerializer
  findIdentity(token: string): Identity | undefined
  markActivity: IdleTracker['markActivity']
  trackShort: IdleTracker['trackShort']
  track: IdleTracker['track']
  sleep: Clock['sleep']
  readonly faults: FaultStore
  runChange(change: FaultChange): void
  hasSubscribers(event: string): boolean
  announce(announcement: Announcement): void
  redeliver(notification: string): void
  model: Model
  /** What dates make due. */
  transitionSource: DueSource
  dispatcher: WebhookDispatcher
  announcer: Announcer
  rowFactory: RowFactory
  serve: FetchHandler
}

/** What a new assembly takes over from the emulator that it was forked from. */
export interface InitialState {
  readonly cells: CellValues
  readonly receivers: ReceiverAnswers
  /** The number of the last journal entry. */
  readonly lastEntryNumber: number
}

export const createInitialState = (cells: CellValues = {}): InitialState => ({
  cells,
  receivers: new Map(),
  lastEntryNumber: 0,
})

export function createContext(settings: Settings, initialState: InitialState): EmulatorContext {
  const context = createBaseContext(settings, initialState)
  context.model = createModel(context)
  context.dispatcher = wireDispatcher(context)
  context.announcer = wireAnnouncer(context)
  context.transitionSource = createTransitionSource(context)
  context.clock.addSource(context.transitionSource)
  context.serve = createFetchHandler(context)
  context.rowFactory = createRowFactory(context)
  return context
}

/** Where the clock stood when the world was made. */
function worldStartFrom(cells: Cells, { worldStartMs }: Settings): () => number {
  const cell = cells.cell('world.start', worldStartMs)
  return () => cell.value
}

/** What stands by itself; the rest is put in by whoever assembles it. */
function createBaseContext(
  settings: Settings,
  { cells: saved, receivers, lastEntryNumber }: InitialState,
): EmulatorContext {
  const { catalog, mode, startMs, seed, rateLimit, basePath, router, delivery } = settings
  const cells = createCells(saved)
  const idleTracker = createIdleTracker()
  const onAdvance = (from: number, to: number): void => void journal.add(clockKind, { from, to })
  const clock = createClock({ cells, idleTracker, mode, startMs, onAdvance })
  const usage = createBehaviourUsage()
  const journal = createJournal<StoredJournalEntry>(
    clock.now,
    settings.journalEntriesMax,
    lastEntryNumber,
    (entry) => addBehaviourUsage(usage, entry),
  )
  const store = createStore(cells, catalog.schema)
  const flagsCell = cells.cell('flags', allFlagsOn, flagsCodec)
  const alternativesCell = cells.cell<ActiveAlternatives>(
    'assumptions',
    noAlternatives,
    alternativesCodec,
  )
  const context: EmulatorContext = {
    settings,
    cells,
    clock,
    idleTracker,
    journal,
    store,
    catalog,
    flagsCell,
    alternativesCell,
    receivers,
    registrations: undefined,
    receiverErrors: [],
    random: createRandom(cells.cell('seed', seed)),
    calendar: sharedCalendar,
    worldStartMs: worldStartFrom(cells, settings),
    basePath,
    router,
    delivery,
    rateLimiter: createRateLimiter(cells, rateLimit),
    entryOfResponse: undefined,
    explanationHeader: (entry) => compactExplanation(context, entry),
    usage,
    markActivity: idleTracker.markActivity,
    trackShort: idleTracker.trackShort,
    track: idleTracker.track,
    sleep: clock.sleep,
    faults: createFaultStore(cells, clock.now),
    runChange: assignedLater as EmulatorContext['runChange'],
    now: clock.now,
    zone: () => (store.get('educators', 1)?.['time_zone'] as string | undefined) ?? 'UTC',
    flags: () => flagsCell.value,
    alternatives: () => alternativesCell.value,
    serializer: () => serializerFor(catalog, flagsCell.value),
    findIdentity: (token) => identityOf(store, withoutInstanceKey(token, settings)),
    hasSubscribers: (event) => context.announcer.hasSubscribers(event),
    announce: (announcement) => context.announcer.announce(announcement),
    redeliver: (notification) => context.dispatcher.redeliver(notification),
    model: assignedLater as Model,
    transitionSource: assignedLater as DueSource,
    dispatcher: assignedLater as WebhookDispatcher,
    announcer: assignedLater as Announcer,
    rowFactory: assignedLater as RowFactory,
    serve: assignedLater as FetchHandler,
  }
  return context
}

/** Stands where a part is put in a moment later. */
const assignedLater: unknown = undefined
const noAlternatives: ActiveAlternatives = new Map()
// Note: a calendar only remembers what it worked out, so all emulators may ask the same one.
const sharedCalendar = createCalendar()

const serializerCache = new WeakMap<Catalog, WeakMap<Flags, RecordSerializer>>()

/** Emulators with the same flags share the texts of the rows that they share. */
function serializerFor(catalog: Catalog, flags: Flags): RecordSerializer {
  let byFlags = serializerCache.get(catalog)
  if (!byFlags) serializerCache.set(catalog, (byFlags = new WeakMap()))
  let serializer = byFlags.get(flags)
  if (!serializer)
    byFlags.set(flags, (serializer = createRecordSerializer(catalog, (flag) => flags[flag])))
  return serializer
}

/** The token as it is kept: without the key of the world. */
export const withoutInstanceKey = (token: string, { instanceKey }: Settings): string =>
  instanceKey && token.startsWith(`${instanceKey}~`) ? token.slice(instanceKey.length + 1) : token

/** The token as it is given out: with the key of the world, if it has one. */
export const withInstanceKey = (token: string, { instanceKey }: Settings): string =>
  instanceKey ? `${instanceKey}~${token}` : token

const identityCache = new WeakMap<Row, Identity>()

/** Who a token stands for; nobody once its owner is gone. */
function identityOf(store: Store, token: string): Identity | undefined {
  const row = store.findFirst('api_keys', 'token', [token])
  if (!row || !store.get('users', row['user_id'] as number)) return undefined
  let identity = identityCache.get(row)
  if (!identity) {
    identity = {
      token,
      scopes: new Set(row['scopes'] as string[]),
      ownerId: row['user_id'] as number,
      application: row['application'] as string | null,
    }
    identityCache.set(row, identity)
  }
  return identity
}
