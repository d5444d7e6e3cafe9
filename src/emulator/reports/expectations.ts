/** Judges what happened in an emulator against what a test expects, for every test runner alike. */
import type { Notification } from '../../deliver/notification.ts'
import { replaceRecordsInValues } from '../../kit/rows/given-checks.ts'
import { formatUtcTime } from '../../kit/journal/sentences.ts'
import {
  type Expectation,
  evaluateExpectation,
  type MatchResult,
} from '../../kit/journal/match-result.ts'
import { formatDuration } from '../../machine/duration.ts'
import type { EventName, OperationId, Records, References, Rows } from '../../generated/rows.ts'
import { assertKnownFields } from './query-checks.ts'
import type { EmulatorContext } from '../context.ts'
import type { ResourceName } from '../record-types.ts'
import {
  type CallMatch,
  callMatchFrom,
  callsOf,
  deliveryMatchFrom,
  type DeliveryMatch,
  deliveredEventFrom,
  notificationsOfEvent,
  type ReceivedCall,
  unhandledCalls,
} from './calls-and-deliveries.ts'
import { unusedFaultLines } from './unused-faults.ts'
import { findRecords, findResource } from '../methods/record-queries.ts'
import { recentTranscript } from './journal-reports.ts'

/** How often something is expected. */
export interface TimesOption {
  /** How often exactly. Default: once or more. */
  readonly times?: number
}

export function matchReceived(
  context: EmulatorContext,
  operation: OperationId,
  { times, ...expected }: CallMatch & TimesOption = {},
): MatchResult {
  const candidates = callsOf(context, operation)
  const subject = `received ${operation}`
  const normalized = callMatchFrom(context, operation, expected)
  return evaluateExpectation({
    ...recentEntriesOption(context),
    subject,
    candidates,
    expected: normalized,
    times,
    line: callLine,
  })
}

export function matchDelivered(
  context: EmulatorContext,
  event: EventName,
  { times, ...expected }: DeliveryMatch & TimesOption = {},
): MatchResult {
  const candidates = notificationsOfEvent(context, event).map((each) => ({
    ...deliveredEventFrom(context, each),
    outcome: deliveryOutcomes[each.status],
  }))
  deliveryMatchFrom(event, expected)
  const hasSubscribers = candidates.length > 0 || context.announcer.hasSubscribers(event)
  return evaluateExpectation({
    ...recentEntriesOption(context),
    subject: `delivered ${event}`,
    shownExpected: expected,
    candidates,
    ...(!hasSubscribers && { hint: noSubscriberHint(event) }),
    // Note: what was not delivered yet is no match, and yet the nearest that there is.
    expected: { ...expected, outcome: deliveryOutcomes.succeeded },
    times,
    line: ({ to, attempts, outcome }) => `${event} to ${to}, attempts: ${attempts}, ${outcome}`,
  })
}

const noSubscriberHint = (event: string): string =>
  `No active webhook hears ${event}; register one with \`emulator.receiver({ url })\`.`

const deliveryOutcomes: Readonly<Record<Notification['status'], string>> = {
  succeeded: 'delivered',
  pending: 'not yet delivered: `await emulator.settle()` sends what is due',
  retry: 'not yet delivered: `await emulator.advance("5m")` brings the next attempt',
  failed: 'given up',
}

/** Fields of a row, stored or as the service shows them; a matcher or a pattern may stand for a value. */
export type RowMatch<N extends ResourceName> = N extends keyof References
  ? PartialMatch<Omit<Rows[N], keyof References[N]>> &
      PartialMatch<Omit<Records[N], keyof References[N]>> & {
        readonly [F in keyof References[N]]?:
          References[N][F] | Matchable<Rows[N][F & keyof Rows[N]]>
      }
  : PartialMatch<Rows[N]> & PartialMatch<Records[N]>

/** Members as they should be; those that are not named may be anything. */
export type PartialMatch<T> = { readonly [F in keyof T]?: Matchable<T[F]> | undefined }

/** A value as it should be, or a matcher or a pattern that it fits. */
export type Matchable<T> =
  | (T extends readonly (infer Item)[]
      ? readonly Matchable<Item>[]
      : T extends object
        ? PartialMatch<T>
        : T)
  | RegExp
  | { asymmetricMatch(actual: unknown): boolean }

export function matchRow<N extends ResourceName>(
  context: EmulatorContext,
  resource: N,
  expectedRow?: RowMatch<N> & TimesOption,
): MatchResult {
  const { times, ...givenFields } = (expectedRow ?? {}) as Readonly<Record<string, unknown>> &
    TimesOption
  const resourceSpec = findResource(context.catalog, resource)
  const expected = replaceRecordsInValues(resourceSpec, givenFields, `find ${resource}`)
  assertKnownFields(resourceSpec, expected)
  const records = findRecords(context, resource, {})
  const candidates = records.map((record) => ({
    ...context.store.get(resource, record['id'] as number | string),
    ...record,
  }))
  const line = (row: Record<string, unknown>): string => `${resource} ${String(row['id'])}`
  return evaluateExpectation({
    ...recentEntriesOption(context),
    subject: `a row of ${resource}`,
    candidates,
    expected,
    times,
    line,
  })
}

/** Holds when every call found its operation. */
export function matchNoUnhandledCalls(context: EmulatorContext): MatchResult {
  const candidates = unhandledCalls(context)
  const describeCall = (call: ReceivedCall): string => {
    const entry = context.journal.entries().find(({ number }) => number === call.number)
    const names = (entry?.['nearest'] ?? []) as readonly string[]
    return callLine(call) + (names.length > 0 ? `: did you mean ${names.join(' or ')}?` : '')
  }
  const subject = 'received calls that no operation answers'
  const { pass, message } = evaluateExpectation({
    ...recentEntriesOption(context),
    subject,
    candidates,
    expected: {},
    line: describeCall,
  })
  return { pass: !pass, message }
}

const callLine = ({ number, method, path, status }: ReceivedCall): string =>
  `${number}: ${method} ${path} -> ${status}`

const recentEntriesOption = (
  context: EmulatorContext,
): Pick<Expectation<never>, 'recentEntries'> => ({
  recentEntries: (entriesMax) => failureReportLines(context, entriesMax),
})

/** What a person reads whose test failed: what happened last, and what was to go wrong and did not. */
export function failureReportLines(context: EmulatorContext, entriesMax = Infinity): string[] {
  const text = recentTranscript(context, entriesMax)
  const happened = text === '' ? [] : text.split('\n')
  return [...happened, ...unusedFaultLines(context), ...pendingTaskLines(context)]
}

/** Tasks that somebody waits for; dates come by themselves. */
const awaitedTaskLabels: Readonly<Record<string, string>> = {
  deliver: 'a delivery',
  begin: 'an attempt',
  retry: 'a retry',
  redeliver: 'a redelivery',
  answer: 'the answer of a receiver',
  wake: 'the end of what waits',
}

/** What comes once time passes, where nothing but the test lets it pass. */
function pendingTaskLines({ clock, settings }: EmulatorContext): string[] {
  const awaitedTasks = clock.pending().filter(({ kind }) => kind in awaitedTaskLabels)
  const [next] = awaitedTasks
  if (!next || settings.mode !== 'virtual') return []
  const waitMs = next.at - clock.now()
  const call = waitMs > 0 ? `advance('${formatDuration(waitMs)}')` : 'settle()'
  const descriptions = awaitedTasks
    .slice(0, 3)
    .map(({ at, kind }) => `${awaitedTaskLabels[kind]} at ${formatUtcTime(at)}`)
  const remainder = awaitedTasks.length > 3 ? ` and ${awaitedTasks.length - 3} more` : ''
  return [
    `Still to come: ${descriptions.join(', ')}${remainder}. \`await emulator.${call}\` brings the first.`,
  ]
}
