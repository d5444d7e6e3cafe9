/** The emulator as its user meets it: its promise, in types. `createEmulator` keeps it. */
import type { RequestHandler } from 'msw'
import type { Receiver, ReceiverOptions } from '../kit/receivers.ts'
import type { Duration } from '../machine/duration.ts'
import type { FakeTimers } from '../machine/fake-timers.ts'
import type { Flags, FlagOverrides } from '../model/settings.ts'
import type { Acts, Records, References, Rows, ScopeName } from '../generated/rows.ts'
import type { RecordActs } from './methods/acts.ts'
import type { OutboxMethods } from './reports/outbox.ts'
import type { CallAndDeliveryMethods } from './reports/calls-and-deliveries.ts'
import type { RecordQueryMethods } from './methods/record-queries.ts'
import type { OpenApiMethods } from './reports/openapi.ts'
import type { AssumptionReportMethods } from './reports/assumption-report.ts'
import type { WorldFileMethods } from './worlds/world-file.ts'
import type { ImportMethods } from './methods/record-sources.ts'
import type { FaultMethods } from './methods/faults.ts'
import type { JournalReportMethods } from './reports/journal-reports.ts'
import type { JournalEntry } from '../define/journal/entry-types.ts'
import type { PendingTask, TokenOptions, WebhookView } from './reports/views.ts'

/** Names of resources: `users`, `enrollments`, … */
export type ResourceName = keyof Records & string

/**
 * What may be said of a row that `given` makes: stored fields, each optional. Where the id of another
 * record stands, that record will do: `{ student_id: mia }`.
 */
export type GivenValues<N extends ResourceName> = N extends keyof References
  ? { [F in keyof Rows[N]]?: F extends keyof References[N] ? References[N][F] : Rows[N][F] }
  : Partial<Rows[N]>

/** As many records as were asked for: a tuple of that length, so that each can be used without a check. */
export type TupleOf<T, C extends number, Items extends T[] = []> = number extends C
  ? T[]
  : Items['length'] extends C
    ? Items
    : TupleOf<T, C, [...Items, T]>

/** A moment to come back to. It shares everything with the present and costs next to nothing. */
export interface Snapshot {
  /** The moment on the emulator's clock at which it was taken. */
  readonly at: string
}

/** How far the clock came, and how many due tasks ran on the way. */
export interface ClockAdvance {
  /** The moment that it came to, in ISO 8601. */
  readonly now: string
  /** How many due tasks ran on the way. */
  readonly ran: number
}

/**
 * An emulator of the service, as a value: what the code under test asks is answered from its own rows,
 * on its own clock. `createEmulator` makes one; the other doors make one and give it a network.
 */
export interface Emulator
  extends
    FaultMethods,
    CallAndDeliveryMethods,
    RecordQueryMethods,
    OpenApiMethods,
    OutboxMethods,
    AssumptionReportMethods,
    WorldFileMethods,
    ImportMethods,
    JournalReportMethods {
  /** Where the service stands, with the version: what the code under test is configured with. */
  readonly baseUrl: string
  /** A token with every scope, owned by the administrator; the same after a reset. */
  readonly token: string
  /** Headers that carry the token. */
  readonly headers: { readonly authorization: string }
  /** The number that its rows, tokens and ids follow from: the option `seed`. */
  readonly seed: number

  /**
   * Answers a request without a network and without interception; a path is taken below `baseUrl`.
   *
   * @example
   * const response = await emulator.fetch('/users/1', { headers: emulator.headers })
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>

  /**
   * One handler for everything under `baseUrl`, for a `setupServer` or `setupWorker` of your own.
   *
   * @example
   * const server = setupServer(...emulator.handlers)
   */
  readonly handlers: RequestHandler[]

  /**
   * Makes a record, and the records that it cannot be without, and announces nothing. What is not
   * said is made from the seed; a status brings the dates that it implies. At most 100,000 at once.
   *
   * @throws EmulatorError when a field is unknown, or a value breaks a rule
   * @example
   * const [mia, double] = emulator.given('users', 2)
   * const enrollment = emulator.given('enrollments', { student_id: mia, status: 'active' })
   */
  given<N extends ResourceName>(resource: N, values?: GivenValues<N>): Records[N]
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: C,
    values?: GivenValues<N>,
  ): TupleOf<Records[N], C>

  /**
   * What an administrator does where the API has no operation for it.
   *
   * @throws EmulatorError when the act is refused
   * @example
   * emulator.act.mergeUsers({ primary: mia, secondary: double })
   */
  readonly act: Acts & RecordActs

  /**
   * An endpoint in this process, registered for events.
   *
   * @throws EmulatorError when its url, an event, its answer or its secret cannot be used
   * @example
   * const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: app.fetch })
   */
  receiver(options: ReceiverOptions): Receiver
  /** A webhook with its secret and what was sent to it, or undefined. */
  webhook(id: string): WebhookView | undefined

  /** The moment on the emulator's clock. */
  now(): Date
  /**
   * Lets time pass: each due task runs at its own moment. Resolves when all is quiet.
   *
   * @throws EmulatorError for what is no duration, and for one that leads behind the year 9999
   */
  advance(duration: Duration): Promise<ClockAdvance>
  /** Lets time pass until a moment. @throws EmulatorError for what is none, or lies before now */
  advanceTo(moment: string | Date): Promise<ClockAdvance>
  /** Lets time pass until something is due, and runs it. */
  advanceToNext(): Promise<ClockAdvance>
  /**
   * Runs what is due now, deliveries above all; on the clock `auto` also what somebody awaits.
   * Resolves when all is quiet.
   */
  settle(): Promise<ClockAdvance>
  /** What is still to come, soonest first. */
  pending(): PendingTask[]
  /** Resolves when the emulator's clock has come so far; for receivers that take their time. */
  sleep(duration: Duration): Promise<void>
  /**
   * Lets the code under test live in the emulator's time: its `Date`, its `setTimeout` and
   * `setInterval`, its `AbortSignal.timeout`. Timers fire at their own moments as the clock comes to
   * them, and `vi.advanceTimersByTimeAsync` advances the emulator. Fakes what is needed where the
   * timers are real; where they are fake already, `setImmediate`, `nextTick` and `queueMicrotask`
   * should be real, or a `fetch` may not come back. Ends when it is disposed of, with the emulator, or by `vi.useRealTimers()`.
   *
   * @param timers `vi` of vitest, or an installed clock of `@sinonjs/fake-timers`
   * @throws EmulatorError on a running clock, and for timers that are shared already
   * @example
   * using time = emulator.shareTime(vi)
   */
  shareTime(timers: FakeTimers): Disposable
  /** Makes the clock wait for work that it cannot see, such as a queue behind a receiver. */
  track<T>(work: Promise<T>): Promise<T>

  /** Which feature flags are on. */
  readonly flags: Flags
  /** Switches feature flags. @throws EmulatorError for an unknown flag, and for what is neither true nor false */
  setFlags(flags: FlagOverrides): void
  /** A new token. @throws EmulatorError for an unknown scope or user, and for a key that there is not */
  mintToken(options?: TokenOptions): string
  /**
   * Gives a token other scopes than it has, as its owner can while it is in use.
   *
   * @throws EmulatorError for an unknown scope or token
   * @example
   * emulator.setScopes(emulator.token, ['courses:read'])
   */
  setScopes(token: string, scopes: readonly ScopeName[]): void

  /** Everything that happened, oldest first: requests, changes, events, attempts, clock moves. */
  readonly journal: readonly JournalEntry[]

  /** Remembers rows, time, due tasks, rate windows, flags and tokens. */
  snapshot(): Snapshot
  /**
   * Goes back to a snapshot of this emulator or of one that it was forked from. Which webhooks are
   * registered, those of receivers too, is part of it.
   *
   * @throws EmulatorError for the snapshot of any other emulator, and for what is none
   */
  restore(snapshot: Snapshot): void
  /**
   * Goes back to how the emulator was made. Receivers stay: each is registered again, as it was at first.
   * One that is made at the same address afterwards takes its place.
   */
  reset(): void
  /**
   * An independent emulator with the same rows, time, due tasks, rate windows and receivers. A world
   * key of its own lets it stand beside this one at one address; its tokens then begin with it.
   *
   * @throws EmulatorError for a instance key that cannot begin a token
   */
  fork(options?: { readonly instanceKey?: string }): Emulator
  /** Stops a running clock. A virtual clock holds nothing that needs stopping. */
  close(): void
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void
}
