/** A request to the API and its response. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import type { Severity } from '../entry-kind.ts'
import { formatIsoTime, reasonSuffix, truncate } from '../sentence-parts.ts'

/** A request to the API and its response. */
export interface RequestEntry extends JournalEntryBase {
  readonly kind: 'request'
  /**
   * The number of the entry that led to the request: the attempt whose receiver sent it, or the step of the
   * scenario. Undefined if it is unknown, and always in a browser.
   */
  readonly cause?: number
  /** The HTTP method. */
  readonly method: string
  /** The path below the base URL, with its query. */
  readonly path: string
  /** The id of the operation; undefined if no operation matches. */
  readonly operation?: string | undefined
  /** The status of the response. Undefined before the response, null if the caller got no response. */
  readonly status?: number | null | undefined
  /** The text of the request body. */
  readonly body?: string
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

/** The details of a refusal that a check adds to the entry of its request. */
export type RefusalDetails = Partial<Pick<RequestEntry, 'missingScopes' | 'flagOff' | 'nearest'>>

export const requestKind = entryKind<RequestEntry>({
  name: 'request',
  summary: 'a request to the API and its response',
  track: 'requests',
  traceTrack: 'calls',
  startsChain: true,
  severity: ({ fault, status }) => (fault === undefined ? severityOfStatus(status) : 'fault'),
  subject: ({ operation }) => ({ operation }),
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
