/** The state of a request while the checks run. */
import type { CatalogOperation } from '../model/catalog.ts'
import type { TransactionContext } from '../model/transaction-context.ts'
import type { Model } from '../model/model.ts'
import type { FaultStore } from '../faults/fault-store.ts'
import type { FaultChange } from '../faults/effects.ts'
import type { BehaviourLog } from '../define/behaviour-log.ts'
import type { StoredEntry } from '../journal/entry-kind.ts'
import type {
  HiddenRequestDetails,
  RequestEntry,
  RequestIdentity,
} from '../journal/kinds/request.ts'
import type { DetailsOf, Journal } from '../journal/journal.ts'
import type { CallSiteSampler } from './call-site-sampler.ts'
import type { Router } from './router.ts'
import type { Latency } from './latency.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdleTracker } from '../clock/idle-tracker.ts'
import type { FileContext } from './served-files.ts'

/** Requests an explanation; the response has the explanation in the same header. */
export const explainHeader = 'x-emulator-explain'

/** The identity of a valid token. */
export interface Identity extends RequestIdentity {
  readonly token: string
}

export interface CallInput {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly [param: string]: unknown
}

/** The parts of a request that the emulator reads. A `Request` has them. */
export interface RequestLike {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has' | 'forEach'>
  /** The text of the body, a stream that `text` reads, or null without a body. */
  readonly body: unknown
  text?(): Promise<string>
  /** Aborts when the caller cancels the request. */
  readonly signal: AbortSignal | undefined
}

/** The journal entry of a request. */
export type StoredRequest = StoredEntry<RequestEntry, HiddenRequestDetails>

export interface Call {
  readonly request: RequestLike
  /** When the call started, by a real clock with an arbitrary zero. */
  readonly startedRealMs: number
  readonly method: string
  readonly url: URL
  /** The path below the base URL. */
  readonly path: string
  /** The text of the body; undefined without a body. */
  readonly text: string | undefined
  readonly entry: StoredRequest
  readonly behaviours: BehaviourLog
  identity: Identity | undefined
  operation: CatalogOperation | undefined
  params: Readonly<Record<string, string>>
  input: CallInput
}

/** The details of a request entry that the response determines. */
type RequestOutcome = Partial<DetailsOf<StoredRequest>>

/** A response, and the outcome with which the journal closes the request. */
export interface ClosedCall {
  readonly response: Response
  readonly outcome: RequestOutcome
}

/** An exception inside the emulator, and the call that caused it. */
export interface InternalError {
  /** The method and the path of the call. */
  readonly call: string
  readonly error: unknown
}

/** The settings of an emulator that requests depend on. */
export interface ServeSettings extends FileContext {
  /** The time that each response takes; undefined if none. */
  readonly latency: Latency | undefined
  /** The prefix of every token, where one address serves several emulators; else empty. */
  readonly instanceKey: string
  /** The name of the running test; undefined if it is unknown. */
  testName(): string | undefined
  /** The exceptions inside an emulator and its forks that were answered with 500; the service adds to the list. */
  readonly internalErrors: InternalError[]
}

export interface ServeContext extends TransactionContext {
  readonly model: Model
  readonly journal: Journal
  readonly router: Router
  readonly rateLimiter: RateLimiter
  readonly settings: ServeSettings
  /** The identity of a token; undefined if the token is unknown or its owner was deleted. */
  findIdentity(token: string): Identity | undefined
  /** Stores the journal entry of each response. */
  readonly entryOfResponse: { set(response: Response, entry: StoredRequest): void }
  /** The explanation of a response, as one line of ASCII. */
  explanationHeader(entry: StoredRequest): string
  /** Whether the emulator is closed. It answers no request then. */
  readonly isClosed: boolean
  readonly idleTracker: IdleTracker
  readonly clock: Pick<Clock, 'sleep'>
  readonly faults: FaultStore
  /** Keeps the stacks of some callers. */
  readonly callSiteSampler: CallSiteSampler
  /** Runs the act of a fault before the request. */
  runChange(change: FaultChange): void
}

/** Checks a call: throws a Problem, or stores its findings in the call. */
export type Check = (call: Call, context: ServeContext) => void
