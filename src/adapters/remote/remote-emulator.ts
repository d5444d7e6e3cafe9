/** The interface of an emulator in another process: the methods of `Emulator`, as promises. */
import type { AssumptionReport } from '../../engine/describe/assumption-report.ts'
import type { Explanation } from '../../engine/describe/explanation.ts'
import type { OpenApiDocument } from '../../engine/describe/openapi-document.ts'
import type { JournalEntry, JournalEntryOf, JournalKind } from '../../engine/journal/entry-types.ts'
import type { ClockAdvance } from '../../engine/emulator/methods/clock.ts'
import type { FaultView, OutageOptions } from '../../engine/emulator/methods/faults.ts'
import type { RecordPredicate } from '../../engine/emulator/methods/record-queries.ts'
import type { WorkOptions } from '../../engine/emulator/methods/work.ts'
import type { EmulatorOptions } from '../../engine/emulator/options.ts'
import type {
  GivenValues,
  RecordSources,
  ResourceName,
  TupleOf,
} from '../../engine/emulator/record-types.ts'
import type {
  CallMatch,
  DeliveredEvent,
  DeliveryMatch,
  ReceivedCall,
} from '../../engine/emulator/reports/calls-and-deliveries.ts'
import type { EntryOfEvent } from '../../engine/emulator/reports/journal-reports.ts'
import type { UsageOptions } from '../../engine/emulator/reports/usage.ts'
import type { SentMail } from '../../engine/emulator/reports/outbox.ts'
import type { PendingTask, TokenOptions, WebhookView } from '../../engine/emulator/reports/views.ts'
import type { SavedWorld } from '../../engine/emulator/worlds/world-file.ts'
import type { FaultRule } from '../../engine/faults/fault-rule.ts'
import type {
  EventName,
  OperationId,
  Records,
  Rows,
  ScopeName,
} from '../../service/generated/rows.ts'
import type { JournalFilter } from '../../engine/kit/journal/journal-filter.ts'
import type { Usage } from '../../engine/kit/usage/usage.ts'
import type { Trace } from '../../engine/kit/journal/trace.ts'
import type { Duration } from '../../engine/clock/duration.ts'
import type { FlagOverrides, Flags } from '../../engine/model/settings.ts'
import type { RemoteActs } from './remote-acts.ts'
import type { RemoteFaultHandle, RemoteOutageHandle } from './remote-faults.ts'
import type { RemoteReceiver, RemoteReceiverOptions } from './remote-receiver.ts'

/** Options of an emulator instance on a server. */
export interface RemoteOptions extends Pick<
  EmulatorOptions,
  'world' | 'seed' | 'clock' | 'start' | 'flags' | 'assumptions'
> {
  /** The key of the instance on the server. Default: an unused key. */
  readonly key?: string
  /** The name of the test, which is the cause of requests that no delivery led to. Default: none. */
  readonly test?: string
}

/** A saved state on the server. The server keeps the latest 100 snapshots of an instance. */
export interface RemoteSnapshot {
  /** The id on the server: `snapshot-1`. */
  readonly id: string
  /** The time on the emulator's clock when the snapshot was taken. */
  readonly at: string
}

/**
 * An emulator instance on a server in another process. It has the methods of `Emulator`, as promises. Each
 * method throws an `EmulatorError` if the server refuses the call or the instance is closed.
 */
export interface RemoteEmulator {
  /** The key of the instance on its server. */
  readonly key: string
  /** The base address of the service, for the configuration of the code under test. */
  readonly baseUrl: string
  /** A token of this instance, with every scope. */
  readonly token: string
  /** Request headers with the token. */
  readonly headers: { readonly authorization: string }
  /** The number that rows, tokens and ids are generated from. */
  readonly seed: number
  /** What an administrator does: `act.mergeUsers({ primary, secondary })`, or `act('merge_users', { … })`. */
  readonly act: RemoteActs

  /** Calls the service. The path is relative to `baseUrl`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Creates records and the records that they require. Creates at most 500 records. */
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: C,
    values: GivenValues<N> | undefined,
  ): Promise<TupleOf<Records[N], C>>
  // Note: the condition is true for `any`, which then means the values of one record.
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: 0 extends 1 & C ? never : C,
  ): Promise<TupleOf<Records[N], C>>
  given<N extends ResourceName>(resource: N, values?: GivenValues<N>): Promise<Records[N]>
  /** Imports existing records with their ids. */
  importRecords(records: RecordSources): Promise<void>
  /** Returns the record as the service serializes it, or undefined. */
  row<N extends ResourceName>(resource: N, id: Rows[N]['id']): Promise<Records[N] | undefined>
  /** Returns the records whose stored fields have these values, or that a function or a query selects. */
  rows<N extends ResourceName>(
    resource: N,
    where?: GivenValues<N> | ((record: Records[N]) => boolean) | RecordPredicate<Records[N]>,
  ): Promise<Records[N][]>

  /** Creates a token. Default: with every scope. */
  mintToken(options?: TokenOptions): Promise<string>
  /** Replaces the scopes of a token. */
  setScopes(token: string, scopes: readonly ScopeName[]): Promise<void>
  /** Returns the feature flags. */
  flags(): Promise<Flags>
  /** Switches feature flags. */
  setFlags(flags: FlagOverrides): Promise<void>

  /**
   * Registers an endpoint for events. Without an `answer`, the server sends deliveries to the URL over the
   * network. With an `answer`, deliveries stay on the server.
   *
   * @example
   * const hook = await emulator.receiver({ url: 'http://127.0.0.1:3000/hooks' })
   */
  receiver(options: RemoteReceiverOptions): Promise<RemoteReceiver>
  /** Returns a webhook with its secret and its notifications, or undefined. */
  webhook(id: string): Promise<WebhookView | undefined>

  /** Returns the time on the emulator's clock. */
  now(): Promise<Date>
  /** Advances the clock and runs each due task at its own time. Resolves when the emulator is idle. */
  advance(duration: Duration): Promise<ClockAdvance>
  /** Advances the clock to a time. Resolves when the emulator is idle. */
  advanceTo(time: string | Date): Promise<ClockAdvance>
  /** Advances the clock to the next due task and runs it. */
  advanceToNext(): Promise<ClockAdvance>
  /** Runs the tasks that are due now, such as deliveries. */
  settle(): Promise<ClockAdvance>
  /**
   * Runs work and advances the clock, task by task, until the work settles. The clock moves when no request
   * has arrived for 300 ms of real time.
   *
   * @throws EmulatorError if the work does not settle within the limit, or if the signal aborts
   */
  run<T>(work: Promise<T> | (() => T | Promise<T>), options?: WorkOptions): Promise<T>
  /** Returns the scheduled tasks, soonest first. */
  pending(): Promise<PendingTask[]>

  /** Makes the requests or deliveries that match a rule fail. */
  fault(rule: FaultRule): Promise<RemoteFaultHandle>
  /** Returns the active faults with their counts. */
  faults(): Promise<FaultView[]>
  /** Ends all faults and outages. */
  endFaults(): Promise<void>
  /** Makes the API, the endpoints of webhooks or both unavailable for a period of emulated time. */
  outage(options: OutageOptions): Promise<RemoteOutageHandle>

  /** Takes a snapshot of rows, time, due tasks, rate windows, flags and tokens. */
  snapshot(): Promise<RemoteSnapshot>
  /** Restores a snapshot of this instance. */
  restore(snapshot: RemoteSnapshot): Promise<void>
  /** Restores the state in which the instance was created. */
  reset(): Promise<void>
  /** Returns the whole state as JSON text. */
  save(): Promise<string>
  /** Replaces the state with a saved world. */
  load(saved: SavedWorld): Promise<void>
  /** Creates an independent instance with the same state on the same server. */
  fork(options?: { readonly instanceKey?: string; readonly test?: string }): Promise<RemoteEmulator>

  /** Returns the calls of an operation, oldest first, with any response. */
  received(operation: OperationId, expected?: CallMatch): Promise<ReceivedCall[]>
  /** Returns the successful deliveries of an event, oldest first. */
  delivered<E extends EventName>(event: E, expected?: DeliveryMatch): Promise<DeliveredEvent<E>[]>
  /** Returns the calls that match no operation, oldest first. */
  unhandled(): Promise<ReceivedCall[]>
  /** Returns the calls that an exception inside the emulator interrupted, oldest first. */
  internalErrors(): Promise<ReceivedCall[]>
  /** Reads the journal of this instance, oldest entry first. */
  journal(): Promise<JournalEntry[]>
  /** Returns the journal entries that match a filter. */
  entries<K extends JournalKind = JournalKind, E extends EventName = EventName>(
    filter?: JournalFilter<K, E>,
  ): Promise<readonly EntryOfEvent<JournalEntryOf<K>, E>[]>
  /** Formats the matching journal entries as text. */
  transcript(filter?: JournalFilter): Promise<string>
  /** Exports the matching journal entries in the Trace Event Format. */
  trace(filter?: JournalFilter): Promise<Trace>
  /** Returns the behaviours of the service that the run relied on. */
  assumptionReport(): Promise<AssumptionReport>
  /** Returns what the run cost, also after a journal entry. */
  usage(options?: UsageOptions): Promise<Usage>
  /** Explains a response, or the request with the number of a journal entry. */
  explain(response: Response | number): Promise<Explanation>
  /** Returns the emails that were sent to users over the API, oldest first. */
  outbox(): Promise<SentMail[]>
  /** Returns the OpenAPI 3.1 document. */
  openapi(): Promise<OpenApiDocument>

  /** Calls any route of the control plane, such as `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /**
   * Closes the instance. A second call does nothing.
   *
   * @throws EmulatorError after an exception inside the emulator, so that the test fails
   */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}
