/** What an expectation is compared with, read from an emulator in another process. */
import type { Evidence } from '../../engine/control/evidence-routes.ts'
import type { ExpectationSource } from '../../engine/emulator/reports/expectations.ts'
import type { MatchResult } from '../../engine/kit/journal/match-result.ts'
import { createCalendar } from '../../engine/model/calendar.ts'
import type { ControlClient } from './control-client.ts'

/** The kinds of expectations that name an operation, an event or a resource. */
export type EvidenceKind = 'received' | 'delivered' | 'row'

/** Reads the candidates of an expectation. */
export async function remoteSource(
  { control }: ControlClient,
  kind: EvidenceKind,
  name: string,
): Promise<ExpectationSource> {
  // Note: only assertions need the catalog, and loading it takes time.
  const loading = import('../../service/course-administration.ts')
  const evidence = await control<Evidence>('POST', `evidence/${kind}`, { name })
  const { courseAdministration } = await loading
  const { candidates, hint, urls, recentEntries, now, today, timeZone } = evidence
  const { catalog, tenant } = courseAdministration()
  const calendar = createCalendar()
  const source: object = {
    catalog,
    tenant,
    callsOf: () => candidates,
    deliveriesOf: () => ({ candidates, hint, urls }),
    rowsOf: () => candidates,
    dates: () => ({
      now,
      today,
      dayOf: (timestamp: string) => calendar.dayAt(Date.parse(timestamp), timeZone),
    }),
    recentEntries: () => recentEntries,
  }
  return source as ExpectationSource
}

/** Evaluates an expectation without arguments on the server. */
export async function remoteResult(
  { control }: ControlClient,
  kind: 'unhandled' | 'internal-errors',
): Promise<MatchResult> {
  type Evaluated = { readonly pass: boolean; readonly message: string }
  const { pass, message } = await control<Evaluated>('POST', `evidence/${kind}`, {})
  return { pass, message: () => message }
}
