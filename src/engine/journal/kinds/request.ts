/** A request to the API and its response. */
import { callSiteIn } from '../call-site.ts'
import { entryKind, type EntryFacts, type JournalEntryBase } from '../entry-kind.ts'
import { storedBody } from '../entry-size.ts'
import type { Recording } from '../recordings.ts'
import { redactHeaders, redactText } from '../redaction.ts'
import type { Severity, StoryMessage } from '../story.ts'
import { formatIsoTime, reasonSuffix, spacedDuration, truncate } from '../sentence-parts.ts'
import { defined } from '../../errors/defined.ts'

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

/** What a rate window had when a request arrived. */
export interface RateUse {
  /** Identifies the rate window: a token, an application or an address. */
  readonly client: string
  /** The start of the rate window, in milliseconds since 1970. */
  windowStart: number
  /** The requests in the rate window, with this one. */
  windowUse: number
}

/** Who sent a request: the token that it has. */
export interface RequestIdentity {
  /** The id of the row of the token. */
  readonly id: number
  /** The user who owns the token. */
  readonly ownerId: number
  /** Tokens of one application share a rate window. */
  readonly application: string | null
  readonly scopes: ReadonlySet<string>
}

/**
 * What passed between the caller and the service, by reference. The checks and the operation add to it while they
 * run; usage and stories read it.
 */
export interface Exchange {
  /** The headers of the request, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  identity: RequestIdentity | undefined
  rate: RateUse | undefined
  /** The scopes of the token that permitted the call. */
  usedScopes: readonly string[] | undefined
  /** What the operation returned before its presenter; undefined if it did not return. */
  result: unknown
  responseHeaders: Readonly<Record<string, string>> | undefined
  /** The text of the response. */
  response: Recording<string> | undefined
  /** The time at which a delayed response arrived, in milliseconds since 1970. */
  endedAt: number | undefined
  /** The real time until the response, in milliseconds. It is in no journal. */
  realMs: number | undefined
  /** Has the stack of the code that sent the request, for some requests. */
  callSite: { readonly stack?: string | undefined } | undefined
}

/** The details of a request that views omit. */
export interface HiddenRequestDetails {
  readonly exchange: Exchange
}

export const createExchange = (headers: Readonly<Record<string, string>>): Exchange => ({
  headers,
  identity: undefined,
  rate: undefined,
  usedScopes: undefined,
  result: undefined,
  responseHeaders: undefined,
  response: undefined,
  endedAt: undefined,
  realMs: undefined,
  callSite: undefined,
})

/** The details of a refusal that a check adds to the entry of its request. */
export type RefusalDetails = Partial<Pick<RequestEntry, 'missingScopes' | 'flagOff' | 'nearest'>>

export const requestKind = entryKind<RequestEntry, HiddenRequestDetails>({
  name: 'request',
  summary: 'a request to the API and its response',
  track: 'requests',
  roles: ['client', 'service'],
  hidden: ['exchange'],
  redacted: ['body'],
  startsChain: true,
  severity: ({ fault, status }) => (fault === undefined ? severityOfStatus(status) : 'fault'),
  subject: ({ operation, test }) => ({ operation, test }),
  sentence({ at, method, path, status, body, reason, waitsUntil }) {
    const sentBody = body === undefined ? '' : ` ${truncate(body)}`
    const suffix = reasonSuffix(reason) + delaySuffix(at, waitsUntil)
    return `${method} ${path}${sentBody} -> ${status ?? 'no response'}${suffix}`
  },
  title: ({ method, path }) => `${method} ${path}`,
  outcome: ({ status }) => (status === undefined ? undefined : String(status ?? 'no response')),
  facts({ at, exchange }) {
    const { endedAt } = exchange
    return {
      client: clientOf(exchange),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
    }
  },
  details({ method, path, status, body, bodyBytesOmitted, exchange }) {
    const { responseHeaders, response, callSite, realMs } = exchange
    const place = callSite?.stack === undefined ? undefined : callSiteIn(callSite.stack)
    const text = response?.value
    return {
      request: {
        method,
        url: path,
        headers: redactHeaders(exchange.headers),
        ...(body !== undefined && { body: redactText(body) }),
        ...defined({ bodyBytesOmitted }),
      },
      ...(responseHeaders && {
        response: {
          ...(typeof status === 'number' && { status }),
          headers: redactHeaders(responseHeaders),
          ...bodyOf(response, text),
        },
      }),
      ...defined({ place, realMs }),
    }
  },
  why({ status, reason, decidedBy, fault, waitsUntil }, { durationMs }) {
    if (status === undefined) return `Under way${waitSuffix(waitsUntil)}`
    const cause = reason === undefined || reason === fault ? '' : `: ${reason}`
    const by = fault === undefined ? '' : ` by ${fault}`
    if (status === null) return `No response${by}${cause}`
    const after = durationMs === undefined ? '' : ` after ${spacedDuration(durationMs)}`
    if (status < 400) return `Answered ${status}${by}${after}`
    const behaviour = decidedBy === undefined ? '' : `; the behaviour ${decidedBy} decides it`
    return `Refused with ${status}${by}${after}${cause}${behaviour}`
  },
})

const waitSuffix = (until: string | undefined): string =>
  until === undefined ? '' : `: the answer waits until ${formatIsoTime(until)}`

/** Who sent a request. The id contains no token. */
function clientOf({ identity, headers }: Exchange): NonNullable<EntryFacts['client']> {
  if (!identity)
    return headers['authorization'] === undefined
      ? { id: 'none', name: 'a client without a token' }
      : { id: 'unknown', name: 'a client with an unknown token' }
  const { id, application } = identity
  return application === null
    ? { id: `token ${id}`, name: `token ${id}` }
    : { id: `application ${application}`, name: application }
}

/** The body of a response: its text without secrets, or a note that the journal dropped it. */
function bodyOf(
  recording: Recording<string> | undefined,
  text: string | undefined,
): Pick<StoryMessage, 'body' | 'bodyBytesOmitted' | 'isBodyDropped'> {
  if (!recording) return {}
  if (text === undefined) return { isBodyDropped: true }
  const { body, bodyBytesOmitted } = storedBody(text)
  return { body: redactText(body), ...defined({ bodyBytesOmitted }) }
}

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
