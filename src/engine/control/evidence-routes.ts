/** Control-plane routes for the assertions of another process: what an expectation is compared with. */
import { Problem } from '../define/problems.ts'
import type { EmulatorContext } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import {
  expectationSource,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
} from '../emulator/reports/expectations.ts'
import {
  addUnhandledRequest,
  describeFailedRequests,
  unhandledRequestLine,
} from '../emulator/reports/unhandled-requests.ts'
import { describeUnhandledCalls } from '../emulator/reports/unhandled-calls.ts'
import type { UnhandledRequest } from '../emulator/handlers.ts'
import type { MatchResult } from '../kit/journal/match-result.ts'
import { isObject } from '../errors/argument-checks.ts'
import type { EmulatorErrorDetails } from '../errors/errors.ts'
import { type ControlBody, parseBody, type ControlRoutes } from './route.ts'

/** The candidates of an expectation, with the texts of its failure message. */
export interface Evidence {
  readonly candidates: readonly object[]
  /** For deliveries: whether a webhook subscribes to the event. */
  readonly hasSubscribers?: boolean
  readonly recentEntries: readonly string[]
  readonly now: string
  readonly today: string
  readonly timeZone: string
}

/** The maximum number of journal entries in the failure message of another process. */
const entriesMax = 30

export function evidenceRoutes(emulator: Emulator): ControlRoutes {
  const source = expectationSource(contextOf(emulator))
  function complete(found: Pick<Evidence, 'candidates' | 'hasSubscribers'>): Evidence {
    const { now, today } = source.dates()
    const timeZone = contextOf(emulator).zone()
    return { ...found, recentEntries: source.recentEntries(entriesMax), now, today, timeZone }
  }
  const nameIn = (body: object): never => parseBody(body as never, ['name']).name as never
  return {
    'POST evidence/received': (body) => complete({ candidates: source.callsOf(nameIn(body)) }),
    'POST evidence/delivered': (body) => complete(source.deliveriesOf(nameIn(body))),
    'POST evidence/row': (body) => complete({ candidates: source.rowsOf(nameIn(body)) }),
    'POST evidence/unhandled': () => ({
      ...evaluated(matchNoUnhandledCalls(contextOf(emulator))),
      error: describeUnhandledCalls(contextOf(emulator)),
    }),
    'POST evidence/unhandled-requests': (body) => reportUnhandled(contextOf(emulator), body),
    'POST evidence/internal-errors': () => evaluated(matchNoInternalErrors(contextOf(emulator))),
  }
}

/** The unhandled requests of a page, as lines, and the error that fails its test. */
export interface UnhandledReport {
  readonly lines: readonly string[]
  readonly error?: EmulatorErrorDetails | undefined
}

function reportUnhandled(context: EmulatorContext, body: ControlBody): UnhandledReport {
  const requests: unknown = parseBody(body, ['requests']).requests
  if (!Array.isArray(requests) || !requests.every(isUnhandledRequest)) {
    const message = '"requests" is not a list of { method, url, strategy } with absolute URLs.'
    throw new Problem(400, { message })
  }
  for (const request of requests) addUnhandledRequest(context, request)
  const lines = requests.map((request) => unhandledRequestLine(context, request))
  return { lines, error: describeFailedRequests(context) }
}

const isUnhandledRequest = (value: unknown): value is UnhandledRequest =>
  isObject(value) &&
  typeof value['method'] === 'string' &&
  URL.canParse(String(value['url'])) &&
  (value['strategy'] === 'error' || value['strategy'] === 'warn')

const evaluated = ({ pass, message }: MatchResult) => ({ pass, message: message() })
