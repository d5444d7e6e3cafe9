/** Control-plane routes for the assertions of another process: what an expectation is compared with. */
import type { EmulatorContext } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import {
  expectationSource,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
} from '../emulator/reports/expectations.ts'
import { inVainLines } from '../emulator/reports/test-end.ts'
import {
  addUnhandledRequest,
  describeFailedRequests,
  unhandledRequestLine,
} from '../emulator/reports/unhandled-requests.ts'
import { describeUnhandledCalls } from '../emulator/reports/unhandled-calls.ts'
import type { UnhandledRequest } from '../emulator/handlers.ts'
import type { MatchResult } from '../kit/journal/match-result.ts'
import { isObject } from '../errors/argument-checks.ts'
import { required } from '../errors/options.ts'
import type { EmulatorErrorDetails } from '../errors/errors.ts'
import { type ControlBody, readBody, type ControlRoutes } from './route.ts'

/** The candidates of an expectation, with the texts of its failure message. */
export interface Evidence {
  readonly candidates: readonly object[]
  /** For deliveries: why there are none. */
  readonly hint?: string | undefined
  /** For deliveries: the URLs of webhooks. */
  readonly urls?: readonly string[]
  /** For deliveries: the URLs of the webhooks that do not subscribe to the event. */
  readonly unsubscribed?: readonly string[]
  readonly recentEntries: readonly string[]
  readonly now: string
  readonly today: string
  readonly timeZone: string
}

/** The maximum number of journal entries in the failure message of another process. */
const entriesMax = 30

export function evidenceRoutes(emulator: Emulator): ControlRoutes {
  const source = expectationSource(contextOf(emulator))
  function complete(
    found: Pick<Evidence, 'candidates' | 'hint' | 'urls' | 'unsubscribed'>,
  ): Evidence {
    const { now, today } = source.dates()
    const timeZone = contextOf(emulator).zone()
    return { ...found, recentEntries: source.recentEntries(entriesMax), now, today, timeZone }
  }
  const nameIn = (body: ControlBody): never => readBody({ name: required() }, body).name as never
  return {
    /**
     * Returns the calls of an operation.
     *
     * @body {"name":"create_user"}
     */
    'POST evidence/received': ({ body }) => complete({ candidates: source.callsOf(nameIn(body)) }),
    /**
     * Returns the deliveries of an event.
     *
     * @body {"name":"user.merged"}
     */
    'POST evidence/delivered': ({ body }) => complete(source.deliveriesOf(nameIn(body))),
    /**
     * Returns the rows of a resource.
     *
     * @body {"name":"users"}
     */
    'POST evidence/row': ({ body }) => complete({ candidates: source.rowsOf(nameIn(body)) }),
    /** Reports the calls that no operation answers. */
    'POST evidence/unhandled': () => ({
      ...evaluated(matchNoUnhandledCalls(contextOf(emulator))),
      error: describeUnhandledCalls(contextOf(emulator)),
    }),
    /**
     * Reports the unhandled requests of a page.
     *
     * @body {"requests":[{"method":"GET","url":"http://127.0.0.1:4010/api/v2/users","strategy":"error"}]}
     */
    'POST evidence/unhandled-requests': ({ body }) => reportUnhandled(contextOf(emulator), body),
    /** Takes what a test has set up in vain: faults that hit nothing, and calls of which each was refused for its token. */
    'POST evidence/in-vain': () => ({ lines: inVainLines(contextOf(emulator)) }),
    /** Reports the exceptions inside the emulator. */
    'POST evidence/internal-errors': () => evaluated(matchNoInternalErrors(contextOf(emulator))),
  }
}

/** The unhandled requests of a page, as lines, and the error that fails its test. */
export interface UnhandledReport {
  readonly lines: readonly string[]
  readonly error?: EmulatorErrorDetails | undefined
}

function reportUnhandled(context: EmulatorContext, body: ControlBody): UnhandledReport {
  const { requests } = readBody(requestsBody, body)
  for (const request of requests) addUnhandledRequest(context, request)
  const lines = requests.map((request) => unhandledRequestLine(context, request))
  return { lines, error: describeFailedRequests(context) }
}

const isUnhandledRequest = (value: unknown): value is UnhandledRequest =>
  isObject(value) &&
  typeof value['method'] === 'string' &&
  URL.canParse(String(value['url'])) &&
  (value['strategy'] === 'error' || value['strategy'] === 'warn')

const requestsBody = {
  requests: required<readonly UnhandledRequest[]>({
    isValid: (requests) => Array.isArray(requests) && requests.every(isUnhandledRequest),
    expected: 'a list of { method, url, strategy } with absolute URLs',
  }),
}

const evaluated = ({ pass, message }: MatchResult) => ({ pass, message: message() })
