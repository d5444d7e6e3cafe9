/** Matches the calls, deliveries and records of an emulator with expectations, for every test runner. */
import { redactUrl } from '../../journal/redaction.ts'
import { resolveValues } from '../../kit/rows/given-checks.ts'
import {
  evaluateExpectation,
  findMatches,
  type MatchResult,
  noEntriesText,
} from '../../kit/journal/match-result.ts'
import type {
  DateFields,
  EventName,
  OperationId,
  Records,
  References,
  Rows,
} from '../../service-types.ts'
import type { RecordOwner } from '../../kit/record-origin.ts'
import type { DateOrigin } from '../../kit/rows/date-values.ts'
import { wholeNumberCheck } from '../../errors/argument-checks.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../errors/options.ts'
import { defined } from '../../errors/defined.ts'
import { textOf } from '../../errors/errors.ts'
import { assertKnownFields, assertObject, rowAdvice } from './query-checks.ts'
import type { EmulatorContext } from '../context.ts'
import type { ResourceName } from '../record-types.ts'
import {
  assertWebhookUrl,
  type CallMatch,
  callMatchFrom,
  callsOf,
  callsOfOriginal,
  deliveryMatchFrom,
  type PayloadSource,
  type DeliveryMatch,
  type ReceivedCall,
  internalErrorCalls,
  unhandledCalls,
} from './calls-and-deliveries.ts'
import { deliveredOutcome, deliveriesOf, type EventDeliveries } from './delivery-candidates.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { unhandledRequestLine, unhandledRequestLines } from './unhandled-requests.ts'
import { type FailureFacts, hintLines } from './hints.ts'
import { pendingTaskLines } from './pending-work.ts'
import { isRequest } from './request-entries.ts'
import { unusedFaultLines } from './unused-faults.ts'
import { findRecords, findResource } from '../methods/record-queries.ts'
import { recentTranscript } from './journal-reports.ts'

/** The expected number of matches. */
const timesOption = {
  /** The exact number. Default: one or more. */
  times: option<number>(wholeNumberCheck(0)),
}

/** The expected number of matches. */
export interface TimesOption extends OptionsOf<typeof timesOption>, Named {}

/** What an expectation is compared with: an emulator of this process or of another one. */
export interface ExpectationSource extends PayloadSource {
  callsOf(operation: OperationId): readonly ReceivedCall[]
  /** Why the calls are those of another emulator. */
  callsOfOriginal?(operation: OperationId): string | undefined
  deliveriesOf(event: EventName): EventDeliveries
  /** The rows with their stored and their serialized fields. */
  rowsOf(resource: ResourceName): readonly Readonly<Record<string, unknown>>[]
  /** The time and the calendar day, for relative dates, the days of moments, and the owner of records. */
  dates(): DateOrigin & RecordOwner
  /** The report of a failure, with at most `entriesMax` journal entries. */
  recentEntries(entriesMax: number): readonly string[]
}

/** The source of an emulator in this process. */
export const expectationSource = (context: EmulatorContext): ExpectationSource => ({
  catalog: context.catalog,
  tenant: context.settings.tenant,
  callsOf: (operation) => callsOf(context, operation),
  callsOfOriginal: (operation) => callsOfOriginal(context, operation),
  deliveriesOf: (event) => deliveriesOf(context, event),
  rowsOf: (resource) =>
    findRecords(context, resource, {}).map((record) => ({
      ...context.store.get(resource, record['id'] as number | string),
      ...record,
    })),
  dates: () =>
    context.model.read((tx) => {
      const { now, today, history } = tx
      return { now, today, history, dayOf: (timestamp) => tx.dayOf(timestamp) }
    }),
  recentEntries: (entriesMax) => failureReportLines(context, entriesMax),
})

/** The keys of `TimesOption`, which a match without an expectation does not have. */
const timesKeys = Object.keys(timesOption)

/** A wrong number would make every negated assertion pass. */
const assertTimes = (times: number | undefined, action: string): void =>
  void readOptions(timesOption, { times }, { action, code: 'bad_query' })

export function matchReceived(
  source: ExpectationSource,
  operation: OperationId,
  expectation: CallMatch & TimesOption = {},
): MatchResult {
  assertObject(`match calls of ${textOf(operation)}`, expectation)
  const { times, ...expected } = expectation
  assertTimes(times, `look for calls of ${textOf(operation)}`)
  const candidates = source.callsOf(operation)
  const subject = `received ${operation}`
  const normalized = callMatchFrom(source, operation, expected, candidates, timesKeys)
  return evaluateExpectation({
    recentEntries: source.recentEntries,
    subject,
    candidates,
    expected: normalized,
    ...defined({ undecided: source.callsOfOriginal?.(operation) }),
    times,
    line: callLine,
  })
}

export function matchDelivered(
  source: ExpectationSource,
  event: EventName,
  expectation: DeliveryMatch & TimesOption = {},
): MatchResult {
  assertObject(`match deliveries of ${textOf(event)}`, expectation)
  const { times, ...expected } = expectation
  assertTimes(times, `look for deliveries of ${textOf(event)}`)
  const { candidates, hint, urls, unsubscribed = [] } = source.deliveriesOf(event)
  assertWebhookUrl(event, deliveryMatchFrom(source, event, expected, timesKeys), urls)
  const due = candidates.flatMap(({ dueAttempts: attempts, ...each }) =>
    attempts === undefined ? [] : [{ ...each, attempts }],
  )
  return evaluateExpectation({
    recentEntries: source.recentEntries,
    subject: `delivered ${event}`,
    shownExpected: expected,
    candidates,
    hint,
    // Note: a pending delivery does not match, but it can be the closest candidate.
    expected: { ...expected, outcome: deliveredOutcome },
    ...defined({ undecided: undecidedReason(event, expected, { due, candidates, unsubscribed }) }),
    times,
    line: ({ to, attempts, outcome }) =>
      `${event} to ${redactUrl(to)}, attempts: ${attempts}, ${outcome}`,
  })
}

interface KnownDeliveries {
  readonly due: readonly object[]
  readonly candidates: readonly { readonly to: string }[]
  readonly unsubscribed: readonly string[]
}

/** Why neither an expectation of a delivery nor its negation holds. */
function undecidedReason(
  event: EventName,
  expected: DeliveryMatch,
  { due, candidates, unsubscribed }: KnownDeliveries,
): string | undefined {
  const { to } = expected
  if (findMatches(due, expected).length > 0)
    return `A delivery of ${event} is due: \`await emulator.settle()\` first.`
  if (typeof to !== 'string' || !unsubscribed.includes(to)) return undefined
  if (candidates.some((each) => each.to === to)) return undefined
  return `The webhook at ${redactUrl(to)} does not subscribe to ${event}.`
}

/**
 * A partial expectation for a row, with stored or serialized fields. Values can be matchers or patterns. A
 * field that holds a day or a moment takes a text, a `Date`, or a relative date that counts from the
 * emulator's clock: `'+30d'`, `'-2w'`.
 */
export type RowMatch<N extends ResourceName> = N extends ResourceName ? RowMatchOf<N> : never

/** The expectation for a row of one resource. `RowMatch` is a union for several resources. */
type RowMatchOf<N extends ResourceName> = PartialMatch<Omit<Rows[N], SpecialField<N>>> &
  PartialMatch<Omit<Records[N], SpecialField<N>>> & {
    readonly [F in SpecialField<N>]?:
      | (N extends keyof References ? References[N][F & keyof References[N]] : never)
      | (F extends DateField<N> ? Date : never)
      | Matchable<Rows[N][F & keyof Rows[N]]>
  }

type DateField<N extends ResourceName> = N extends keyof DateFields ? DateFields[N] : never

/** A field whose expectation may be a record or a `Date`. */
type SpecialField<N extends ResourceName> =
  DateField<N> | (N extends keyof References ? keyof References[N] : never)

/** A partial expectation for an object. Omitted properties match anything. */
export type PartialMatch<T> = { readonly [F in keyof T]?: Matchable<T[F]> | undefined }

/** An expected value, or a matcher or regular expression for it. */
export type Matchable<T> =
  | (T extends readonly (infer Item)[]
      ? readonly Matchable<Item>[]
      : T extends object
        ? PartialMatch<T>
        : T)
  | RegExp
  | { asymmetricMatch(actual: unknown): boolean }

export function matchRow<N extends ResourceName>(
  source: ExpectationSource,
  resource: N,
  expectedRow?: RowMatch<N> & TimesOption,
): MatchResult {
  if (expectedRow !== undefined)
    assertObject(`match rows of ${textOf(resource)}`, expectedRow, rowAdvice)
  const { times, ...givenFields } = (expectedRow ?? {}) as Readonly<Record<string, unknown>> &
    TimesOption
  assertTimes(times, `look for ${textOf(resource)}`)
  const resourceSpec = findResource(source.catalog, resource)
  const expected = resolveValues(source.dates(), resourceSpec, givenFields, `find ${resource}`)
  assertKnownFields(resourceSpec, expected)
  const candidates = source.rowsOf(resource)
  const line = (row: Readonly<Record<string, unknown>>): string =>
    `${resource} ${String(row['id'])}`
  return evaluateExpectation({
    recentEntries: source.recentEntries,
    subject: `a row of ${resource}`,
    candidates,
    expected,
    times,
    line,
  })
}

/** Holds if every call matches an operation, and no request failed because it was unhandled. */
export function matchNoUnhandledCalls(context: EmulatorContext): MatchResult {
  const failed = context.unhandledRequests.filter(({ strategy }) => strategy === 'error')
  if (failed.length > 0) {
    const lines = failed.map((request) => unhandledRequestLine(context, request))
    const title = 'Expected no unhandled requests, but there are:'
    return { pass: false, message: () => [title, ...lines].join('\n') }
  }
  return matchNoCalls(context, unhandledCalls(context), {
    subject: 'received calls that no operation answers',
    line(call, { nearest = [] }) {
      return callLine(call) + (nearest.length > 0 ? `: did you mean ${nearest.join(' or ')}?` : '')
    },
  })
}

/** Holds if no exception inside the emulator interrupted a call. */
export function matchNoInternalErrors(context: EmulatorContext): MatchResult {
  return matchNoCalls(context, internalErrorCalls(context), {
    subject: 'received calls that an exception inside the emulator interrupted',
    line: (call, { internalError }) => `${callLine(call)}: ${internalError}`,
  })
}

interface ForbiddenCalls {
  readonly subject: string
  line(call: ReceivedCall, entry: Partial<StoredRequest>): string
}

/** Holds if there are no candidates. */
function matchNoCalls(
  context: EmulatorContext,
  candidates: readonly ReceivedCall[],
  { subject, line }: ForbiddenCalls,
): MatchResult {
  const { pass, message } = evaluateExpectation({
    recentEntries: (entriesMax) => failureReportLines(context, entriesMax),
    subject,
    candidates,
    expected: {},
    line(call) {
      const entry = context.journal.entries().find(({ number }) => number === call.number)
      return line(call, entry && isRequest(entry) ? entry : {})
    },
  })
  return { pass: !pass, message }
}

const callLine = ({ number, method, path, status }: ReceivedCall): string =>
  `${number}: ${method} ${path} -> ${status}`

/** The part of a failure report that the end of a test changes: pending tasks and hints. */
export const stateLines = (context: EmulatorContext, facts: FailureFacts = {}): string[] => [
  ...pendingTaskLines(context),
  ...hintLines(context, facts),
]

/** The report after a failed test: the latest entries, unused faults, passed requests, pending tasks and hints. */
export function failureReportLines(
  context: EmulatorContext,
  entriesMax = Infinity,
  atEnd = stateLines(context),
): string[] {
  const text = recentTranscript(context, entriesMax)
  const others = [...unusedFaultLines(context), ...unhandledRequestLines(context), ...atEnd]
  if (others.length > 0 && text === '') return [noEntriesText, ...others]
  return text === '' ? [] : [...text.split('\n'), ...others]
}
