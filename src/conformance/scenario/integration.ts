/** The integration: the code under test, as scenarios, explorations and checks use it. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { Duration } from '../../engine/clock/duration.ts'
import type { ReceiverAnswer } from '../../engine/model/receiver-answer.ts'
import type { IntegrationStorage } from './storage.ts'

/** A delivery, as `commute` compares it with another one. */
export interface ComparedDelivery {
  /** The name of the event. */
  readonly event: string
  /** The parsed body. */
  readonly body: unknown
}

/** The code under test: an object, or an instance of a class. Each function is optional. */
export interface Integration {
  /** The webhook endpoint. Without it, an exploration sends no delivery, and calls `resync` after each step. */
  readonly fetch?: Extract<ReceiverAnswer, (...args: never) => unknown>
  /**
   * Performs a full synchronization. An exploration calls it before the first step and at the end of each schedule.
   * Default: none.
   */
  readonly resync?: () => unknown
  /** How often an exploration calls `resync` while time passes on the emulator's clock: `30m`. Default: never. */
  readonly pollEvery?: Duration
  /**
   * Returns what must end up equal, as a JSON value. An exploration compares it with the value of the reference
   * run. A Map, a Set, a BigInt, a function or a cycle is refused. Sort lists whose order has no meaning, and
   * leave out ids that the order of work determines.
   */
  readonly state?: () => unknown
  /**
   * What `state()` contains and no run compares, as patterns of paths: `['*.synced_at', 'log']`. `*` stands for one
   * name, and a pattern covers all that is below it. Default: none.
   */
  readonly ignore?: readonly string[]
  /**
   * The process that the integration runs in, if it is another one. `resets` tells whether `connect` empties its
   * storage, `restarts` whether a crash can end it. The adapter of processes sets it.
   */
  readonly process?: { readonly resets: boolean; readonly restarts: boolean }
  /**
   * Returns what the integration did outside, such as the mails that it sent, as JSON values. Runs are compared without
   * regard to the order. A repeated effect is no failure after a crash, a failed write or a lost answer. Default: none.
   */
  readonly effects?: () => Iterable<unknown> | Promise<Iterable<unknown>>
  /** Returns the problems that the integration reported itself, such as dead letters. Default: none. */
  readonly problems?: () => Iterable<unknown> | Promise<Iterable<unknown>>
  /**
   * Whether two deliveries have the same effect in either order, for example because they belong to different
   * users. An exploration then runs only one of the orders. Default: no two do.
   */
  readonly commute?: (a: ComparedDelivery, b: ComparedDelivery) => boolean
  /** Ends the integration. An exploration calls it at the end of each schedule. */
  readonly stop?: () => unknown
}

/** The connection of an integration to the service, the clock and its storage. */
export interface Connection {
  /** The service. */
  readonly emulator: Emulator
  /** The base address of the service, including the version. */
  readonly baseUrl: string
  /** A token with every scope. */
  readonly token: string
  /** The secret of the integration's webhook when the integration is connected. It is never undefined. */
  readonly secret: string
  /** Sends a request to the service, as the global `fetch` does. */
  readonly fetch: typeof globalThis.fetch
  /** The time on the emulator's clock. */
  readonly now: () => Date
  /** Resolves after a duration on the emulator's clock: a text such as `30s`, or `{ ms: 30 }`. */
  readonly sleep: (duration: Duration) => Promise<void>
  /**
   * Aborts when the integration crashes or is stopped. A stand-in for another system, such as the database of a learning
   * system, ignores the calls of an aborted instance.
   */
  readonly signal: AbortSignal
  /** Keeps values when the integration crashes. Each run starts with an empty storage. */
  readonly storage: IntegrationStorage
}

/**
 * Creates an integration from its connection. It may run a first synchronization before it returns. An exploration
 * calls it for each schedule and after each crash.
 */
export type Connect = (connection: Connection) => Integration | Promise<Integration>
