/** What an expectation is compared with, read from an emulator in another process. */
import type { Evidence } from '../../engine/control/evidence-routes.ts'
import type { ExpectationSource } from '../../engine/emulator/reports/expectations.ts'
import { type MatchResult, noEntriesText } from '../../engine/kit/journal/match-result.ts'
import { createCalendar } from '../../engine/model/calendar.ts'
import { pluralize } from '../../report/format.ts'
import type { ControlClient } from './control-client.ts'

/** The kinds of expectations that name an operation, an event or a resource. */
export type EvidenceKind = 'received' | 'delivered' | 'row'

/** Reads the candidates of an expectation. */
export async function remoteSource(
  { control, callsElsewhere }: ControlClient,
  kind: EvidenceKind,
  name: string,
): Promise<ExpectationSource> {
  // Note: only assertions need the catalog, and loading it takes time.
  const loading = import('../../service/course-administration.ts')
  const evidence = await control<Evidence>('POST', `evidence/${kind}`, { name })
  const { courseAdministration } = await loading
  const { candidates, hint, urls, unsubscribed, recentEntries, now, today, timeZone } = evidence
  const [first = noEntriesText] = recentEntries
  const isUnreached = kind === 'received' && first === noEntriesText
  const strayCalls = isUnreached ? await callsElsewhere() : 0
  const lines = strayCalls > 0 ? [strayLine(strayCalls)] : recentEntries
  const { catalog, tenant } = courseAdministration()
  const calendar = createCalendar()
  const source: object = {
    catalog,
    tenant,
    callsOf: () => candidates,
    deliveriesOf: () => ({ candidates, hint, urls, unsubscribed }),
    rowsOf: () => candidates,
    dates: () => ({
      now,
      today,
      dayOf: (timestamp: string) => calendar.dayAt(Date.parse(timestamp), timeZone),
    }),
    recentEntries: () => lines,
  }
  return source as ExpectationSource
}

const strayLine = (count: number): string =>
  `This instance received nothing, and the server ${pluralize(count, 'call')} with another token. Give the code under test the \`token\` of the instance.`

/** Evaluates an expectation without arguments on the server. */
export async function remoteResult(
  { control }: ControlClient,
  kind: 'unhandled' | 'internal-errors',
): Promise<MatchResult> {
  type Evaluated = { readonly pass: boolean; readonly message: string }
  const { pass, message } = await control<Evaluated>('POST', `evidence/${kind}`, {})
  return { pass, message: () => message }
}
