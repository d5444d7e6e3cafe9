/** One request on its way through the checks, and what each of them found out. */
import type { CatalogOperation } from '../model/catalog.ts'
import type { TransactionContext } from '../model/transaction.ts'
import type { Model } from '../model/model.ts'
import type { FaultStore } from '../faults/fault-store.ts'
import type { FaultChange } from '../faults/fault-rule.ts'
import type { Entry, Journal } from '../machine/journal.ts'
import type { Router } from './router.ts'
import type { RateLimiter } from './checks/rate-limit.ts'

/** Asks for an explanation when it is sent, and carries it when it is answered. */
export const explainHeader = 'x-emulator-explain'

/** Who a valid token stands for. */
export interface Identity {
  readonly token: string
  readonly scopes: ReadonlySet<string>
  /** The user who owns the token. */
  readonly ownerId: number
  /** Tokens of one application share a rate window. */
  readonly application: string | null
}

export interface CallInput {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly [param: string]: unknown
}

/** What is asked of the emulator; a `Request` is such a thing. */
export interface RequestLike {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** A text that is there already, a stream that `text` reads, or null for no body. */
  readonly body: unknown
  text?(): Promise<string>
  /** Aborts when the caller gives up, if it ever may. */
  readonly signal: AbortSignal | undefined
}

export interface Call {
  readonly request: RequestLike
  readonly method: string
  readonly url: URL
  /** The path below the base address. */
  readonly path: string
  /** The body as it came; undefined where none was sent. */
  readonly text: string | undefined
  readonly entry: Entry
  readonly used: number[]
  identity: Identity | undefined
  operation: CatalogOperation | undefined
  params: Readonly<Record<string, string>>
  input: CallInput
}

export interface ServeContext extends TransactionContext {
  readonly model: Model
  readonly journal: Journal
  readonly router: Router
  readonly rateLimiter: RateLimiter
  /** The pathname of the base address, such as `/api/v1`. */
  readonly basePath: string
  /** Who a token belongs to, unless it is unknown or its owner is gone. */
  findIdentity(token: string): Identity | undefined
  /** Stores the journal entry of each response. */
  readonly entryOfResponse: { set(response: Response, entry: Entry): void }
  /** Why a request was answered as it was, in one line of ASCII. */
  explanationHeader(entry: Entry): string
  /** Says that somebody is at work, so that whoever waits for quiet waits on. */
  markActivity(): void
  /** Counts the answer as work under way, so that the clock waits for it. */
  trackShort<T>(work: () => Promise<T>): Promise<T>
  /** Counts work that may wait on the clock. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** Resolves when the clock has come so far, or when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  readonly faults: FaultStore
  /** Runs an act that a fault puts before a request. */
  runChange(change: FaultChange): void
}

/** Looks at a call and throws a Problem, or notes what it found. */
export type Check = (call: Call, context: ServeContext) => void
