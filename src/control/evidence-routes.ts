/** Control-plane routes for the assertions of another process: what an expectation is compared with. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import {
  expectationSource,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
} from '../emulator/reports/expectations.ts'
import { describeUnhandledCalls } from '../emulator/reports/unhandled-calls.ts'
import type { MatchResult } from '../kit/journal/match-result.ts'
import { parseBody, type ControlRoutes } from './route.ts'

/** The candidates of an expectation, with the texts of its failure message. */
export interface Evidence {
  readonly candidates: readonly object[]
  /** For deliveries: whether a webhook subscribes to the event. */
  readonly hasSubscribers?: boolean
  readonly recentEntries: readonly string[]
  readonly now: string
  readonly today: string
}

/** The maximum number of journal entries in the failure message of another process. */
const entriesMax = 30

export function evidenceRoutes(emulator: Emulator): ControlRoutes {
  const source = expectationSource(contextOf(emulator))
  const complete = (found: Pick<Evidence, 'candidates' | 'hasSubscribers'>): Evidence => ({
    ...found,
    recentEntries: source.recentEntries(entriesMax),
    ...source.dates(),
  })
  const nameIn = (body: object): never => parseBody(body as never, ['name']).name as never
  return {
    'POST evidence/received': (body) => complete({ candidates: source.callsOf(nameIn(body)) }),
    'POST evidence/delivered': (body) => complete(source.deliveriesOf(nameIn(body))),
    'POST evidence/row': (body) => complete({ candidates: source.rowsOf(nameIn(body)) }),
    'POST evidence/unhandled': () => ({
      ...evaluated(matchNoUnhandledCalls(contextOf(emulator))),
      error: describeUnhandledCalls(contextOf(emulator)),
    }),
    'POST evidence/internal-errors': () => evaluated(matchNoInternalErrors(contextOf(emulator))),
  }
}

const evaluated = ({ pass, message }: MatchResult) => ({ pass, message: message() })
