/** The report of a scenario run against an integration: its counts, its problems and its output formats. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isRequest, isUnhandled } from '../../engine/emulator/reports/request-entries.ts'
import { unknownToken } from '../../engine/serve/behaviours.ts'
import type { JournalEntryOf } from '../../engine/journal/entry-types.ts'
import { redactUrl } from '../../engine/journal/redaction.ts'
import { reasonSuffix } from '../../engine/journal/sentence-parts.ts'
import { formatJunit } from '../../conformance/report/junit.ts'
import { pluralize } from '../../report/format.ts'
import { sentence } from '../../conformance/run/run-end.ts'

/** The outcome of one scenario, as `--json` prints it. */
export interface ScenarioReport {
  readonly name: string
  /** True if the scenario has no problems. */
  readonly passed: boolean
  /** The number of delivery attempts that ended. */
  readonly deliveries: number
  /** The number of attempts that the integration accepted with a status from 200 to 299. */
  readonly accepted: number
  /** The number of calls to the API. */
  readonly calls: number
  /** Why the scenario failed, as sentences. */
  readonly problems: readonly string[]
  /** What makes the result doubtful, as sentences. */
  readonly warnings: readonly string[]
  readonly transcript: string
}

/** A completed run. `error` is the failure of the script. */
interface ReportedRun {
  readonly name: string
  readonly emulator: Emulator
  /** The address of the integration. */
  readonly url: string
  readonly transcript: string
  readonly error?: unknown
  /** True if an emulator answers at the URL. */
  readonly isEmulator?: boolean
  /** True if a full synchronization has an address: `--resync`. */
  readonly canResync: boolean
  /** True if each notification and each call counts. */
  readonly strict: boolean
}

export function reportOf(run: ReportedRun): ScenarioReport {
  const { name, emulator, transcript } = run
  const attempts = emulator.journal({ kind: ['answer', 'no answer'] })
  const accepted = attempts.filter(isAccepted).length
  const calls = emulator.journal({ kind: 'request' }).length
  const isSilent = attempts.length + calls === 0 && run.error === undefined
  const unknown = unknownCalls(emulator)
  const problems = [
    ...(run.error === undefined ? [] : [messageOf(run.error)]),
    ...(attempts.length > 0 && accepted === 0
      ? [
          `No delivery was accepted. ${run.isEmulator ? emulatorSentence(run.url) : refusalSentence(attempts, redactUrl(run.url))}`,
        ]
      : []),
    ...(isSilent && !run.canResync ? [unreachedProblem(emulator)] : []),
    ...(isSilent && run.canResync && run.strict ? [silence] : []),
    ...unknownTokenProblem(emulator),
    ...(run.strict ? [...unacceptedNotifications(emulator), ...unknown] : []),
  ]
  const passed = problems.length === 0
  const counts = { deliveries: attempts.length, accepted, calls }
  const warnings = [
    ...(accepted > 0 && calls === 0 ? [noCallWarning(run.url)] : []),
    ...(isSilent && passed ? [silence] : []),
    ...(run.strict ? [] : unknown),
    ...unusedFaults(emulator),
  ]
  return { name, passed, ...counts, problems, warnings, transcript }
}

const addressQuestion = 'Does it use the address and the token above?'

/** Often another page of the app accepts the deliveries: its start page answers any method. */
function noCallWarning(url: string): string {
  const isStartPage = URL.canParse(url) && new URL(url).pathname === '/'
  const cause = isStartPage
    ? 'The path of --to is "/": is that the webhook endpoint?'
    : addressQuestion
  return `The integration gets deliveries and never calls the API. ${cause}`
}

const silence = `The integration got no delivery and never called the API. ${addressQuestion}`

/** Tells that no call had a valid token, if that of the run is valid. A fault hits a call without one too. */
function unknownTokenProblem(emulator: Emulator): string[] {
  const context = contextOf(emulator)
  const requests = context.journal
    .entries()
    .filter(isRequest)
    .filter(({ status }) => status !== undefined)
  const isAnyAccepted = requests.some(
    ({ exchange, status }) => exchange.identity !== undefined || Number(status) < 400,
  )
  if (requests.length === 0 || isAnyAccepted || !context.findIdentity(emulator.token)) return []
  const refused = requests.findLast(({ decidedBy }) => decidedBy === unknownToken.id)
  const reason = refused ? `: ${refused.reason}` : ''
  return [`No call to the API had a valid token${reason}. Give the integration the token above.`]
}

/** The faults and outages that hit nothing: they begin too late, end too early or match no call. */
function unusedFaults(emulator: Emulator): string[] {
  const hitsByName = new Map<string, number>()
  for (const { id, outage, hits } of contextOf(emulator).faults.list()) {
    const name = outage ?? id
    hitsByName.set(name, (hitsByName.get(name) ?? 0) + hits)
  }
  const unused = [...hitsByName].filter(([, hits]) => hits === 0)
  return unused.map(
    ([name]) => `${name} hit no call and no delivery. Check its times and its rule.`,
  )
}

const emulatorSentence = (url: string): string =>
  `An emulator listens at ${new URL(url).origin}, and no integration. Give the webhook endpoint of your app as --to.`

const secretAdvice = '. Does it verify with the secret above? --secret sets another.'

/** What follows the status of a refused delivery. */
const refusalAdvice: Readonly<Record<string, string>> = {
  400: secretAdvice,
  401: secretAdvice,
  403: secretAdvice,
  404: ': check the path of --to.',
}

/** Why no delivery was accepted, by the answers. */
function refusalSentence(
  attempts: readonly JournalEntryOf<'answer' | 'no answer'>[],
  url: string,
): string {
  const answered = attempts
    .filter((each) => each.kind === 'answer')
    .find(({ status }) => status !== null)
  if (!answered) return `Does your integration listen at ${url}?`
  const { status, reason } = answered
  const advice = refusalAdvice[String(status)] ?? sentence(reasonSuffix(reason))
  return `The integration answers ${status} at ${url}${advice}`
}

/** What the scenario did instead of reaching the integration. */
function unreachedProblem(emulator: Emulator): string {
  const didNothing = emulator.journal({ kind: ['act', 'change', 'event'] }).length === 0
  return didNothing
    ? 'The run did not reach the integration: the scenario only starts a full synchronization. Add --resync.'
    : 'The run did not reach the integration: no delivery was sent. The transcript shows why.'
}

const isAccepted = ({ status }: { readonly status: unknown }): boolean =>
  Number(status) >= 200 && Number(status) < 300

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The notifications without an accepted attempt. A notification that a fault hit does not count. */
function unacceptedNotifications(emulator: Emulator): string[] {
  const lastStatus = new Map<string, number | null>()
  for (const { notification, status } of emulator.journal({ kind: ['answer', 'no answer'] })) {
    if (!isAccepted({ status: lastStatus.get(notification) })) lastStatus.set(notification, status)
  }
  const attempts = emulator.journal({ kind: 'attempt' })
  const faulted = new Set(
    attempts.filter(({ fault }) => fault !== undefined).map((each) => each.notification),
  )
  const eventOf = new Map(attempts.map(({ notification, event }) => [notification, event]))
  return [...lastStatus]
    .filter(([id, status]) => !isAccepted({ status }) && !faulted.has(id))
    .map(([id, status]) => {
      const answer = status === null ? 'there was no answer' : `the last answer was ${status}`
      return `The notification ${id} of ${eventOf.get(id)} was never accepted: ${answer}.`
    })
}

/** The calls that match no operation, each once. */
export function unknownCalls(emulator: Emulator): string[] {
  const lines = contextOf(emulator)
    .journal.entries()
    .filter(isUnhandled)
    .map(({ method, path, nearest = [] }) => {
      const near = nearest[0] === undefined ? '' : ` Did you mean ${nearest[0]}?`
      return `There is no operation ${method} ${path}.${near}`
    })
  return [...new Set(lines)]
}

/** One line for the terminal: `12 deliveries, 12 accepted; 30 calls to the API.` */
export const summaryOf = ({ deliveries, accepted, calls }: ScenarioReport): string =>
  `${pluralize(deliveries, 'delivery', 'deliveries')}, ${accepted} accepted; ${pluralize(calls, 'call')} to the API.`

/** Formats the reports as a JUnit file, as CI systems read it. */
export const junitOf = (reports: readonly ScenarioReport[]): string =>
  formatJunit(
    'scenarios',
    reports.map(({ name, passed, problems, warnings, transcript }) => ({
      name,
      ...(!passed && { failure: { message: problems[0] ?? '', text: problems.join('\n') } }),
      output: [...warnings, transcript].join('\n'),
    })),
  )
