/** Wires the parts of one emulator: which part hears of what, and from where it takes what it needs. */
import type { Announcer } from '../deliver/announcer.ts'
import type { Courier } from '../deliver/dispatcher-types.ts'
import type { Patience } from '../deliver/notification.ts'
import type { Sign } from '../deliver/signatures.ts'
import { createFaults, type Faults } from '../faults/fault-store.ts'
import type { FaultChange } from '../faults/fault-rule.ts'
import { createMaker, type Maker } from '../kit/rows/row-factory.ts'
import type { Receivers } from '../kit/receivers.ts'
import { type Cell, type Cells, createCells, type SavedCells } from '../machine/cells.ts'
import type { DueSource } from '../machine/agenda.ts'
import { type Clock, createClock } from '../machine/clock.ts'
import type { ClockMode } from '../machine/clock-mode.ts'
import { createJournal, type Entry, type Journal } from '../machine/journal.ts'
import { createQuiet, type Quiet } from '../machine/idle-tracker.ts'
import { createRandom } from '../machine/random.ts'
import { createStore, type Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import { createCalendar } from '../model/calendar.ts'
import type { Catalog } from '../model/catalog.ts'
import { allFlagsOn, type Flags, flagsForm, type Readings, readingsForm } from '../model/settings.ts'
import { type Announcement, createModel, type Model } from '../model/model.ts'
import { createMoves } from '../model/transition-source.ts'
import { createShowing, type Showing } from '../model/record-serializer.ts'
import type { Ground } from '../model/transaction.ts'
import type { Identity } from '../serve/call.ts'
import { createThrottle, type RateLimit, type Throttle } from '../serve/checks/rate-limit.ts'
import type { Router } from '../serve/router.ts'
import { createServe, type Serve } from '../serve/fetch-handler.ts'
import { assembleAnnouncer, assembleCourier, type ThrownByReceiver } from './delivery-wiring.ts'
import type { Registration } from './methods/receiver-registrations.ts'
import { addReliance, compactExplanation, createReliance, type Reliance } from './reports/assumption-report.ts'

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
  readonly worldKey: string
  readonly rateLimit: RateLimit
  readonly patience: Patience
  readonly networkTime: 'emulator' | 'real'
  /** A function of the user that signs deliveries. */
  readonly sign: Sign | undefined
  readonly journalEntriesMax: number
  /** The same object for an emulator and its forks, which can go back to each other's moments. */
  readonly family: object
}

/**
 * All parts in one object, which is handed to each of them: it has at least what each asks for, and
 * making it once is cheap enough to fork an emulator in passing.
 */
export interface Assembly extends Ground {
  readonly settings: Settings
  readonly cells: Cells
  readonly clock: Clock
  readonly quiet: Quiet
  readonly journal: Journal
  readonly flagsCell: Cell<Flags>
  readonly readingsCell: Cell<Readings>
  /** Who receives deliveries in this process: wiring, not state. */
  readonly receivers: Receivers
  /** What was registered for them since this emulator was made: wiring as well. */
  registered: Registration[] | undefined
  /** What receivers threw: wiring, not state. */
  readonly thrown: ThrownByReceiver[]
  worldStartMs(): number
  readonly basePath: string
  readonly router: Router
  readonly patience: Patience
  readonly throttle: Throttle
  answered: WeakMap<Response, Entry> | undefined
  explained(entry: Entry): string
  /** What entries relied on that the journal has let go: wiring, not state. */
  readonly reliance: Reliance
  showing(): Showing
  identify(token: string): Identity | undefined
  stir: Quiet['stir']
  during: Quiet['during']
  track: Quiet['track']
  sleep: Clock['sleep']
  readonly faults: Faults
  change(change: FaultChange): void
  isWanted(event: string): boolean
  announce(announcement: Announcement): void
  redeliver(notification: string): void
  model: Model
  /** What dates make due. */
  moves: DueSource
  courier: Courier
  announcer: Announcer
  maker: Maker
  serve: Serve
}

/** What a new assembly takes over from the emulator that it was forked from. */
export interface Heritage {
  readonly cells: SavedCells
  readonly receivers: Receivers
  /** The number of the last journal entry. */
  readonly journaled: number
}

export const noHeritage = (cells: SavedCells = {}): Heritage => ({
  cells,
  receivers: new Map(),
  journaled: 0,
})

export function assemble(settings: Settings, heritage: Heritage): Assembly {
  const parts = layBase(settings, heritage)
  parts.model = createModel(parts)
  parts.courier = assembleCourier(parts)
  parts.announcer = assembleAnnouncer(parts)
  parts.moves = createMoves(parts)
  parts.clock.source(parts.moves)
  parts.serve = createServe(parts)
  parts.maker = createMaker(parts)
  return parts
}

/** Where the clock stood when the world was made. */
function startOf(cells: Cells, { worldStartMs }: Settings): () => number {
  const cell = cells.cell('world.start', worldStartMs)
  return () => cell.value
}

/** What stands by itself; the rest is put in by whoever assembles it. */
function layBase(settings: Settings, { cells: saved, receivers, journaled }: Heritage): Assembly {
  const { catalog, mode, startMs, seed, rateLimit, basePath, router, patience } = settings
  const cells = createCells(saved)
  const quiet = createQuiet()
  const moved = (from: number, to: number): void => void journal.add('clock', { from, to })
  const clock = createClock({ cells, quiet, mode, startMs, moved })
  const reliance = createReliance()
  const journal = createJournal(clock.now, settings.journalEntriesMax, journaled, (entry) =>
    addReliance(reliance, entry),
  )
  const store = createStore(cells, catalog.schema)
  const flagsCell = cells.cell('flags', allFlagsOn, flagsForm)
  const readingsCell = cells.cell<Readings>('readings', noReadings, readingsForm)
  const parts: Assembly = {
    settings,
    cells,
    clock,
    quiet,
    journal,
    store,
    catalog,
    flagsCell,
    readingsCell,
    receivers,
    registered: undefined,
    thrown: [],
    random: createRandom(cells.cell('seed', seed)),
    calendar: sharedCalendar,
    worldStartMs: startOf(cells, settings),
    basePath,
    router,
    patience,
    throttle: createThrottle(cells, rateLimit),
    answered: undefined,
    explained: (entry) => compactExplanation(parts, entry),
    reliance,
    stir: quiet.stir,
    during: quiet.during,
    track: quiet.track,
    sleep: clock.sleep,
    faults: createFaults(cells, clock.now),
    change: later as Assembly['change'],
    now: clock.now,
    zone: () => (store.get('educators', 1)?.['time_zone'] as string | undefined) ?? 'UTC',
    flags: () => flagsCell.value,
    readings: () => readingsCell.value,
    showing: () => showingFor(catalog, flagsCell.value),
    identify: (token) => identityOf(store, withoutKey(token, settings)),
    isWanted: (event) => parts.announcer.isWanted(event),
    announce: (announcement) => parts.announcer.announce(announcement),
    redeliver: (notification) => parts.courier.redeliver(notification),
    model: later as Model,
    moves: later as DueSource,
    courier: later as Courier,
    announcer: later as Announcer,
    maker: later as Maker,
    serve: later as Serve,
  }
  return parts
}

/** Stands where a part is put in a moment later. */
const later: unknown = undefined
const noReadings: Readings = new Map()
// Note: a calendar only remembers what it worked out, so all emulators may ask the same one.
const sharedCalendar = createCalendar()

const showings = new WeakMap<Catalog, WeakMap<Flags, Showing>>()

/** Emulators with the same flags share the texts of the rows that they share. */
function showingFor(catalog: Catalog, flags: Flags): Showing {
  let byFlags = showings.get(catalog)
  if (!byFlags) showings.set(catalog, (byFlags = new WeakMap()))
  let showing = byFlags.get(flags)
  if (!showing) byFlags.set(flags, (showing = createShowing(catalog, (flag) => flags[flag])))
  return showing
}

/** The token as it is kept: without the key of the world. */
export const withoutKey = (token: string, { worldKey }: Settings): string =>
  worldKey && token.startsWith(`${worldKey}~`) ? token.slice(worldKey.length + 1) : token

/** The token as it is given out: with the key of the world, if it has one. */
export const withKey = (token: string, { worldKey }: Settings): string =>
  worldKey ? `${worldKey}~${token}` : token

const identities = new WeakMap<Row, Identity>()

/** Who a token stands for; nobody once its owner is gone. */
function identityOf(store: Store, token: string): Identity | undefined {
  const row = store.first('api_keys', 'token', [token])
  if (!row || !store.get('users', row['user_id'] as number)) return undefined
  let identity = identities.get(row)
  if (!identity) {
    identity = {
      token,
      scopes: new Set(row['scopes'] as string[]),
      owner: row['user_id'] as number,
      application: row['application'] as string | null,
    }
    identities.set(row, identity)
  }
  return identity
}
