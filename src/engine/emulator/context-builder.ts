/** Builds the components of one emulator in dependency order. */
import type { StoredJournalEntry } from '../journal/kind-table.ts'
import { clockKind } from '../journal/kinds/clock.ts'
import type { FaultChange } from '../faults/effects.ts'
import { createFaultStore } from '../faults/fault-store.ts'
import { createRowFactory } from '../kit/rows/row-factory.ts'
import { createCells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { compareScalars } from '../store/keys.ts'
import { emptyTree } from '../store/tree.ts'
import { createClock } from '../clock/clock.ts'
import { createIdleTracker } from '../clock/idle-tracker.ts'
import { checkedCodec, isInteger, isMoment, isText } from '../errors/json-checks.ts'
import { createJournal } from '../journal/journal.ts'
import { createRandom } from '../store/random.ts'
import { createStore } from '../store/store.ts'
import { createCalendar } from '../model/calendar.ts'
import { type Announcer, createModel, type Model } from '../model/model.ts'
import {
  type ActiveAlternatives,
  alternativesCodec,
  flagsCodec,
  type Flags,
} from '../model/settings.ts'
import { createTransitionSource } from '../model/transition-source.ts'
import { CallSiteSampler } from '../serve/call-site-sampler.ts'
import type { Identity, StoredRequest } from '../serve/call.ts'
import { createRateLimiter } from '../serve/rate-limiter.ts'
import { createFetchHandler, type FetchHandler } from '../serve/fetch-handler.ts'
import { findIdentity, storedTokenOf } from './tokens.ts'
import {
  type EmulatorContext,
  type InitialState,
  ResponseEntries,
  type Settings,
} from './context.ts'
import { createDelivery } from './delivery-wiring.ts'
import { DroppedEntries } from '../kit/usage/dropped-entries.ts'
import { operationIn } from './reports/usage.ts'
import { runFaultChange } from './methods/fault-changes.ts'
import { compactExplanation } from './reports/assumption-report.ts'
import { tenantIn } from './service-definition.ts'
import type { DemoLocale } from '../service-types.ts'
import type { Catalog } from '../model/catalog.ts'
import { firstHistory, type History } from '../model/history.ts'
import { createRecordSerializer, type RecordSerializer } from '../model/record-serializer.ts'

// Note: each class adds the components that need those of the class above it, to the same object. To copy
// the components of one step into the next object would almost double the cost of a fork.

/** Time, rows, settings and wiring. */
class BaseContext {
  readonly settings: Settings
  readonly cells: EmulatorContext['cells']
  readonly idleTracker = createIdleTracker()
  isClosed = false
  readonly clock: EmulatorContext['clock']
  readonly journal: EmulatorContext['journal']
  readonly droppedEntries = new DroppedEntries()
  readonly store: EmulatorContext['store']
  readonly catalog: EmulatorContext['catalog']
  readonly flagsCell: EmulatorContext['flagsCell']
  readonly alternativesCell: EmulatorContext['alternativesCell']
  readonly random: EmulatorContext['random']
  readonly calendar = sharedCalendar
  readonly faults: EmulatorContext['faults']
  readonly receivers: EmulatorContext['receivers']
  readonly registrations: EmulatorContext['registrations'] = []
  readonly receiverWebhooks: EmulatorContext['receiverWebhooks']
  readonly receiverErrors: EmulatorContext['receiverErrors'] = []
  readonly unhandledRequests: EmulatorContext['unhandledRequests'] = []
  readonly entryOfResponse = new ResponseEntries()
  readonly callSiteSampler = new CallSiteSampler()
  readonly router: EmulatorContext['router']
  history: History
  readonly baseUrl: string
  readonly now: () => number
  readonly zone: () => string
  readonly flags: EmulatorContext['flags']
  readonly alternatives: EmulatorContext['alternatives']
  readonly serializer: EmulatorContext['serializer']
  readonly worldStartMs: () => number
  readonly locale: () => DemoLocale | undefined

  constructor(settings: Settings, initialState: InitialState) {
    const { catalog, mode, startMs, seed, router, baseUrl } = settings
    const { idleTracker, droppedEntries } = this
    this.settings = settings
    this.history = initialState.history ?? firstHistory(settings.lineage)
    this.catalog = catalog
    this.router = router
    this.baseUrl = baseUrl
    this.receivers = initialState.receivers
    const cells = createCells(initialState.cells)
    this.cells = cells
    const onAdvance = (from: number, to: number): void =>
      void this.journal.add(clockKind, { from, to })
    this.clock = createClock({ cells, idleTracker, mode, startMs, onAdvance })
    this.now = this.clock.now
    this.journal = createJournal<StoredJournalEntry>(this.now, {
      entriesMax: settings.journalEntriesMax,
      bytesMax: settings.journalBytesMax,
      startsAfter: initialState.lastEntryNumber,
      onDrop(entry, isCleared) {
        if (isCleared) droppedEntries.clear(entry)
        else droppedEntries.add(entry, (request) => operationIn(settings, request))
      },
    })
    this.store = createStore(cells, catalog.schema)
    this.flagsCell = cells.cell('flags', settings.flagsOn, flagsCodec(settings.flagsOn))
    this.alternativesCell = cells.cell('assumptions', noAlternatives, alternativesCodec)
    const worldStart = cells.cell('world.start', settings.worldStartMs, datesCodec)
    const locale = cells.cell(
      'locale',
      settings.locale ?? null,
      checkedCodec<DemoLocale | null>(
        'languages',
        (name) => name === null || settings.locales.some((each) => each === name),
      ),
    )
    this.random = createRandom(cells.cell('seed', seed, seedsCodec))
    this.faults = createFaultStore(cells, this.now)
    this.receiverWebhooks = cells.cell(
      'webhooks.ofReceivers',
      emptyTree<string, string>(compareScalars),
      receiverWebhooksCodec,
    )
    this.zone = () => (tenantIn(settings, this.store)?.['time_zone'] as string | undefined) ?? 'UTC'
    this.flags = () => this.flagsCell.value
    this.alternatives = () => this.alternativesCell.value
    this.serializer = () => serializerFor(catalog, this.flagsCell.value)
    this.worldStartMs = () => worldStart.value
    this.locale = () => locale.value ?? undefined
  }
}

/** The model, and what needs no more than the model. */
class ModelContext extends BaseContext {
  readonly model: Model
  readonly rowFactory: EmulatorContext['rowFactory']

  constructor(settings: Settings, initialState: InitialState, announcer: () => Announcer) {
    super(settings, initialState)
    this.model = createModel(this, announcer)
    this.rowFactory = createRowFactory(this)
  }
}

/** The complete context: deliveries, transitions and requests. */
class CompleteContext extends ModelContext implements EmulatorContext {
  readonly dispatcher: EmulatorContext['dispatcher']
  readonly announcer: EmulatorContext['announcer']
  readonly transitionSource: EmulatorContext['transitionSource']
  readonly rateLimiter: EmulatorContext['rateLimiter']
  readonly serve: FetchHandler
  readonly initialState: EmulatorContext['initialState']

  constructor(settings: Settings, initialState: InitialState) {
    super(settings, initialState, () => this.announcer)
    const { dispatcher, announcer } = createDelivery(this)
    this.dispatcher = dispatcher
    this.announcer = announcer
    this.transitionSource = createTransitionSource(this)
    this.clock.addSource(this.transitionSource)
    this.rateLimiter = createRateLimiter(this.cells, settings.rateLimit)
    this.serve = createFetchHandler(this)
    const { lastEntryNumber } = initialState
    this.initialState = { cells: this.cells.snapshot(), lastEntryNumber, history: this.history }
  }

  findIdentity(token: string): Identity | undefined {
    return findIdentity(this, storedTokenOf(token, this.settings))
  }

  explanationHeader(entry: StoredRequest): string {
    return compactExplanation(this, entry)
  }

  runChange(change: FaultChange): void {
    runFaultChange(this, change)
  }
}

export const createContext = (settings: Settings, initialState: InitialState): EmulatorContext =>
  new CompleteContext(settings, initialState)

const datesCodec = checkedCodec<number>('dates', isMoment)
const seedsCodec = checkedCodec<number>('seeds', isInteger)
const receiverWebhooksCodec = treeCodec<string, string>(compareScalars, {
  noun: 'webhooks of receivers',
  isKey: isText,
  isValue: isText,
})

const noAlternatives: ActiveAlternatives = new Map()
// Note: a calendar only caches what it calculates, so all emulators share one.
const sharedCalendar = createCalendar()

const serializerCache = new WeakMap<Catalog, WeakMap<Flags, RecordSerializer>>()

/** The serializer for a catalog and a set of flags. */
function serializerFor(catalog: Catalog, flags: Flags): RecordSerializer {
  let byFlags = serializerCache.get(catalog)
  if (!byFlags) serializerCache.set(catalog, (byFlags = new WeakMap()))
  let serializer = byFlags.get(flags)
  if (!serializer)
    byFlags.set(flags, (serializer = createRecordSerializer(catalog, (flag) => flags[flag])))
  return serializer
}
