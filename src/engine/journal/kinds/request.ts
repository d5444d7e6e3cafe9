/** A request to the API and its response. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import type { Severity } from '../entry-kind.ts'
import { formatIsoTime, reasonSuffix, truncate } from '../sentence-parts.ts'

/** A request to the API and its response. */
export interface RequestEntry extends JournalEntryBase {
  readonly kind: 'request'
  /**
   * The number of the entry that led to the request: the attempt whose receiver sent it, or the step of the
   * scenario. Undefined if a test led to it, if it is unknown, and in a browser without the header
   * `x-emulator-cause`.
   */
  readonly cause?: number
  /** The name of the test that led to the request, if no entry did and the name is known. */
  readonly test?: string
  /** The HTTP method. */
  readonly method: string
  /** The path below the base URL, with its query. */
  readonly path: string
  /** The id of the operation; undefined if no operation matches. */
  readonly operation?: string | undefined
  /** The status of the response. Undefined before the response, null if the caller got no response. */
  readonly status?: number | null | undefined
  /** The text of the request body, at most 64 KB. */
  readonly body?: string
  /** The bytes of a longer body that `body` lacks. */
  readonly bodyBytesOmitted?: number
  /** Why the request failed. */
  readonly reason?: string
  /** The id of the behaviour that decided a refusal. */
  readonly decidedBy?: string
  /** The exception inside the emulator that caused a status 500, as text. */
  readonly internalError?: string
  /** The errors of the body or the query, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** The scopes that the token lacked. One of these sets is sufficient. */
  readonly missingScopes?: readonly (readonly string[])[]
  /** The feature flag that is off. */
  readonly flagOff?: string
  /** The closest operations, if no operation matches. */
  readonly nearest?: readonly string[]
  /** The ids of the faults that hit the request, separated by commas. */
  readonly fault?: string
  /** The time of a delayed response, in ISO 8601, until the response is sent. */
  readonly waitsUntil?: string | undefined
}

/** What usage counts of a request. The checks and the operation fill it while they run. */
export interface RequestTraffic {
  /** Identifies the rate window: a token, an application or an address. */
  client: string | undefined
  /** The start of the rate window, in milliseconds since 1970. */
  windowStart: number
  /** The requests in the rate window, with this one. */
  windowUse: number
  /** The scopes of the token. */
  scopes: ReadonlySet<string> | undefined
  /** The scopes of the token that permitted the call. */
  usedScopes: readonly string[] | undefined
  /** The number of returned records or items. */
  rows: number
  /** The ids of the records of a page whose records are complete. */
  ids: readonly (number | string)[] | undefined
  /** Whether a page has a next page. */
  hasNext: boolean
  /** The bytes of the request body. */
  requestBytes: number
  /** The bytes of the response body. */
  responseBytes: number
  /** Has the stack of the code that sent the request, for some requests. */
  callSite: { readonly stack?: string | undefined } | undefined
}

/** The details of a request that views omit. */
export interface HiddenRequestDetails {
  readonly traffic: RequestTraffic
}

export const createTraffic = (requestBytes: number): RequestTraffic => ({
  client: undefined,
  windowStart: 0,
  windowUse: 0,
  scopes: undefined,
  usedScopes: undefined,
  rows: 0,
  ids: undefined,
  hasNext: false,
  requestBytes,
  responseBytes: 0,
  callSite: undefined,
})

/** The details of a refusal that a check adds to the entry of its request. */
export type RefusalDetails = Partial<Pick<RequestEntry, 'missingScopes' | 'flagOff' | 'nearest'>>

export const requestKind = entryKind<RequestEntry, HiddenRequestDetails>({
  name: 'request',
  summary: 'a request to the API and its response',
  track: 'requests',
  traceTrack: 'calls',
  hidden: ['traffic'],
  startsChain: true,
  severity: ({ fault, status }) => (fault === undefined ? severityOfStatus(status) : 'fault'),
  subject: ({ operation, test }) => ({ operation, test }),
  sentence({ at, method, path, status, body, reason, waitsUntil }) {
    const sentBody = body === undefined ? '' : ` ${truncate(body)}`
    const suffix = reasonSuffix(reason) + delaySuffix(at, waitsUntil)
    return `${method} ${path}${sentBody} -> ${status ?? 'no response'}${suffix}`
  },
  title: ({ method, path, status }) => `${method} ${path} → ${status ?? '…'}`,
})

function severityOfStatus(status: number | null | undefined): Severity {
  if (status === null || status === undefined) return 'plain'
  return status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok'
}

/** The time of a delayed response, with its day if that differs from the day of the request. */
function delaySuffix(at: string, until: string | undefined): string {
  if (until === undefined) return ''
  const isSameDay = until.slice(0, 10) === at.slice(0, 10)
  const time = formatIsoTime(until)
  return `, answer waits until ${isSameDay ? time.slice(11) : time}`
}
