/** The components of one emulator, its settings and its initial state, as types. */
import type { DeliveryPolicy } from '../deliver/delivery-policy.ts'
import type { WebhookDispatcher } from '../deliver/dispatcher.ts'
import type { Signer } from '../deliver/signatures.ts'
import type { ReceiverError } from '../deliver/transport.ts'
import type { StoredJournalEntry } from '../journal/kind-table.ts'
import type { History } from '../model/history.ts'
import type { RowFactory } from '../kit/rows/row-factory.ts'
import type { DueSource } from '../clock/agenda.ts'
import type { Cell, Cells, CellValues } from '../store/cells.ts'
import type { ClockMode } from '../clock/clock-mode.ts'
import type { Clock } from '../clock/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tree } from '../store/tree.ts'
import type { Announcer } from '../model/model.ts'
import type { ReceiverAnswers } from '../model/receiver-answer.ts'
import type { ActiveAlternatives, Flags } from '../model/settings.ts'
import type { RegisteredWebhook } from '../model/notification.ts'
import type { RateLimit } from '../serve/rate-limiter.ts'
import type { ServeContext, ServeSettings, StoredRequest } from '../serve/call.ts'
import type { FetchHandler } from '../serve/fetch-handler.ts'
import type { DroppedEntries } from '../kit/usage/dropped-entries.ts'
import type { UnhandledRequest } from './handlers.ts'
import type { DemoLocale } from '../service-types.ts'
import type { ServiceDefinition } from './service-definition.ts'

/** The settings of an emulator. A fork has the same settings, except for its instance key. */
export interface Settings extends ServiceDefinition, ServeSettings {
  /** The number that rows, tokens and ids are generated from. */
  readonly seed: number
  /** The language of generated records; undefined for the texts without a language. */
  readonly locale: DemoLocale | undefined
  readonly mode: ClockMode
  /** The moment that the dates of the world are relative to, in milliseconds since 1970. */
  readonly worldStartMs: number
  readonly startMs: number
  readonly baseUrl: string
  /** The token of the administrator, without the instance key. */
  readonly token: string
  readonly rateLimit: RateLimit
  readonly delivery: DeliveryPolicy
  /** The host names that deliveries may reach besides this machine, in their normal form. */
  readonly deliverTo: ReadonlySet<string>
  readonly signatureClock: 'emulator' | 'real'
  /** The user's own function that signs deliveries. */
  readonly customSign: Signer | undefined
  readonly journalEntriesMax: number
  readonly journalBytesMax: number
  /** The same object for an emulator and its forks, which can restore each other's snapshots. */
  readonly lineage: object
  /** The emulator that a fork was made from. */
  readonly original?: WeakRef<EmulatorContext>
}

/** The state that a new emulator starts from. */
export interface InitialState {
  readonly cells: CellValues
  readonly receivers: ReceiverAnswers
  /** The number of the last journal entry. */
  readonly lastEntryNumber: number
  /** Undefined for a new emulator. */
  readonly history?: History
}

/** A webhook that the emulator registered for a receiver. */
export interface ReceiverRegistration {
  readonly values: WebhookValues
  /** Whether deliveries stay in the process, or go to the URL over the network. */
  readonly place: 'process' | 'network'
}

export type WebhookValues = Pick<RegisteredWebhook, 'url' | 'events'> &
  Partial<Pick<RegisteredWebhook, 'secret'>>

/**
 * All components of one emulator. `createContext` builds it in dependency order. Each component
 * receives a narrower interface with the components that it needs.
 */
export interface EmulatorContext extends ServeContext {
  readonly settings: Settings
  /** The state that `reset` restores. */
  readonly initialState: Omit<Required<InitialState>, 'receivers'>
  /** The history of the state. `reset` and `restore` begin a new one. It is wiring. */
  history: History
  readonly cells: Cells
  readonly clock: Clock
  readonly journal: Journal<StoredJournalEntry>
  readonly flagsCell: Cell<Flags>
  readonly alternativesCell: Cell<ActiveAlternatives>
  /** The moment that the dates of the world are relative to, in milliseconds since 1970. */
  worldStartMs(): number
  /** The language of generated records. */
  locale(): DemoLocale | undefined
  /** The receivers in this process, by URL. They are wiring: `restore` and `reset` keep them. */
  readonly receivers: ReceiverAnswers
  /** The receivers that a reset registers again. They are wiring too. */
  readonly registrations: ReceiverRegistration[]
  /** The ids of the webhooks that were registered for receivers, by URL. */
  readonly receiverWebhooks: Cell<Tree<string, string>>
  /** The errors that receivers threw. They are wiring too. */
  readonly receiverErrors: ReceiverError[]
  /** The unhandled requests. They are wiring too. */
  readonly unhandledRequests: UnhandledRequest[]
  /** What reports need of the entries that the journal dropped. It is wiring too. */
  readonly droppedEntries: DroppedEntries
  /** The journal entry of each response. It is wiring too. */
  readonly entryOfResponse: ResponseEntries
  /** The state transitions that dates cause, as due tasks. */
  readonly transitionSource: DueSource
  readonly rowFactory: RowFactory
  readonly dispatcher: WebhookDispatcher
  readonly announcer: Announcer
  /** Set by `close`: requests are refused. */
  isClosed: boolean
  readonly serve: FetchHandler
}

/** Finds the journal entry that a response belongs to. */
export class ResponseEntries {
  // Note: a weak map costs more than the rest of a fork, so an emulator without requests has none.
  #entries: WeakMap<Response, StoredRequest> | undefined

  get(response: Response): StoredRequest | undefined {
    return this.#entries?.get(response)
  }

  set(response: Response, entry: StoredRequest): void {
    this.#entries ??= new WeakMap()
    this.#entries.set(response, entry)
  }
}
