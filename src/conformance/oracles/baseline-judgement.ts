/** Judges the baseline run of an exploration, and runs with alternatives, which are compared with nothing else. */
import { reasonSuffix } from '../../engine/journal/sentence-parts.ts'
import { stableJson } from '../run/choice-point.ts'
import { type IsLeftOut, type PlacedDifference, withoutSegments } from './difference.ts'
import { aliasesOfRuns, stateDifferences } from './ending-differences.ts'
import {
  endingNames,
  isWritingLate,
  judgeEarlyEnd,
  judgeUnstable,
  lateWriteReason,
  type Judgement,
  type ReferenceRun,
  withReason,
} from './judgement.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { pathPatternOf, valuePathsOf } from './state-paths.ts'
import type { ToldValue } from '../run/told-values.ts'
import { writesNothing } from '../run/written-rows.ts'

/**
 * Judges the baseline run by itself: before and after the final synchronization it must end the same, but for values
 * that no event tells of.
 */
export function judgeBaseline({
  outcome: run,
  isLeftOut,
  isEventual = false,
  isGenerated = false,
  knownProblems = [],
}: ReferenceRun): Judgement {
  const isAmplified = run.earlyCallCount > 0
  const early = judgeEarlyEnd(run, isAmplified)
  if (early) return early
  const unhandled = judgeUnhandled(run)
  if (unhandled) return unhandled
  const nothing = nothingToCompare(run, isLeftOut, isGenerated)
  if (nothing !== undefined) return withReason('inconclusive', nothing, isAmplified)
  const unstable = judgeUnstable(run, isLeftOut)
  if (unstable) return unstable
  const differences = isEventual ? [] : stateDifferences(run.after, run.before, { isLeftOut })
  const failing = differences.filter((each) => !isLateValue(each))
  if (failing.length > 0) return judgeChanged(failing)
  if (differences.length > 0 && !run.changesEarly) {
    // Note: other events of these records change the state.
    if (isGenerated) return judgeChanged(differences)
    const reason =
      refusedDelivery(run) ?? 'no delivery changes `state()`; only the final synchronization does'
    return withReason('inconclusive', reason, isAmplified)
  }
  const told = differences.filter((each) => isTold(each, run))
  if (told.length > 0) return judgeChanged(told)
  if (!isEventual && isWritingLate(run)) return withReason('diverged', lateWriteReason, isAmplified)
  const [problem] = run.problems.filter((each) => !knownProblems.includes(each))
  if (problem !== undefined) {
    const reason = `the baseline run reports a problem: ${problem}`
    return withReason(isGenerated ? 'reported' : 'inconclusive', reason, isAmplified)
  }
  return { verdict: 'converged', isAmplified, hasSameEnding: true, differences: [] }
}

/** The verdict about an integration that calls what the service does not have; undefined if it does not. */
function judgeUnhandled(run: RunOutcome): Judgement | undefined {
  const [call] = run.after?.unhandledCalls ?? []
  if (call === undefined) return undefined
  const near = run
    .entries()
    .find((entry) => entry.kind === 'request' && `${entry.method} ${entry.path}` === call)
  const [nearest] = (near?.kind === 'request' && near.nearest) || []
  const hint = nearest === undefined ? '' : `; the nearest is ${nearest}`
  return withReason('failed', `the service has no operation for the call ${call}${hint}`, false)
}

const judgeChanged = (differences: readonly PlacedDifference[]): Judgement => ({
  verdict: 'diverged',
  isAmplified: false,
  hasSameEnding: true,
  reason: 'the final synchronization changes how the run ends',
  differences: differences.map(withoutSegments),
  names: endingNames,
})

/** Whether the final synchronization changes a value that no event tells of, and no record appears, goes or moves. */
const isLateValue = ({ segments, ...values }: PlacedDifference): boolean =>
  'expected' in values && 'actual' in values && segments[0] === 'state' && segments.length > 1

/**
 * Whether the integration confirmed an event that tells of the value: the path names the record that changed, and a field of
 * it had the value before, and has the one after. Both can be a part of a text: `user 3`.
 */
function isTold({ segments, expected, actual }: PlacedDifference, run: RunOutcome): boolean {
  const words = segments.flatMap((segment) => segment.split(/[^\p{L}\d-]+/u))
  const isOf = ({ names, isOwn }: ToldValue): boolean =>
    [...segments, ...(isOwn ? words : [])].some((name) => names.has(name))
  const told = run.toldValues().filter(isOf)
  return told.some(({ before }) =>
    told.some(({ after }) => stableJson(replaced(actual, before, after)) === stableJson(expected)),
  )
}

/** The value with another one, also in a text. */
function replaced(value: unknown, before: unknown, after: unknown): unknown {
  if (stableJson(value) === stableJson(before)) return after
  const isPart = typeof value === 'string' && ['string', 'number'].includes(typeof before)
  return isPart && before !== '' ? value.replaceAll(String(before), String(after)) : value
}

/** The paths that only the final synchronization of the baseline run changes. Other runs are compared after theirs. */
export const latePathsOf = (run: RunOutcome, isLeftOut: IsLeftOut): readonly string[] =>
  lateDifferences(run, isLeftOut).map(({ path }) => path)

const lateDifferences = (
  { before, after }: RunOutcome,
  isLeftOut: IsLeftOut,
): readonly PlacedDifference[] =>
  before && after ? stateDifferences(after, before, { isLeftOut }).filter(isLateValue) : []

/**
 * Judges the values that only the final synchronization of a baseline run changes, by the patterns that the same event
 * changed in another run. Returns undefined if the run is right.
 */
export function judgeLate(
  { outcome, isLeftOut, isEventual = false }: ReferenceRun,
  changedPatterns: ReadonlySet<string>,
): Judgement | undefined {
  if (isEventual || changedPatterns.size === 0) return undefined
  const late = lateDifferences(outcome, isLeftOut).filter(({ segments }) =>
    changedPatterns.has(pathPatternOf(segments.slice(1))),
  )
  return late.length === 0 ? undefined : judgeChanged(late)
}

/**
 * Judges a run with alternatives of assumptions by itself: it may end differently from the baseline run. Its state may
 * stay the same if that of the baseline run changes.
 */
export function judgeAlternative(run: RunOutcome, plain: ReferenceRun): Judgement {
  const { isLeftOut, isLate, outcome } = plain
  const early = judgeEarlyEnd(run, run.earlyCallCount > 0)
  if (early) return early
  const stateChanged = run.stateChanged || outcome.stateChanged
  const nothing = nothingToCompare({ ...run, stateChanged }, isLeftOut, plain.isGenerated)
  if (nothing !== undefined) return withReason('inconclusive', nothing, false)
  const unstable = judgeUnstable(run, isLeftOut)
  if (unstable) return unstable
  const differences = stateDifferences(run.after, run.before, {
    isLeftOut: (segments) => isLeftOut(segments) || isLate(segments),
  })
  if (differences.length === 0)
    return { verdict: 'converged', isAmplified: false, hasSameEnding: true, differences: [] }
  const judged = judgeChanged(differences)
  return run.problems.length > 0 ? { ...judged, verdict: 'reported' } : judged
}

/** Why a process makes no call, if no address receives that of the emulator. */
export const noAddressReason =
  'the process does not know the address of the emulator: add --reset URL, which receives `baseUrl`'

/** Why a run without a call says nothing: the answer to its deliveries, if the endpoint accepts none. */
export function noCallReason(
  run: Pick<RunOutcome, 'entries' | 'process' | 'refusedCall' | 'throwSite' | 'rejections'>,
  refusal = errorIn(run),
): string {
  if (run.refusedCall !== undefined) return `no call reaches the service: ${run.refusedCall}`
  // Note: a process without the address can fail because it calls another one.
  if (run.process && !run.process.resets)
    return refusal === undefined ? noAddressReason : `${noAddressReason}; ${refusal}`
  if (refusal !== undefined) return refusal
  const events = eventsOf(run)
  const told = events.length === 0 ? '' : ` accepts ${events.join(', ')} and`
  return run.process
    ? `the process${told} makes no call to the \`baseUrl\` that --reset receives`
    : `the integration${told} makes no call with \`fetch\` of its connection`
}

/** The names of the events that were delivered. */
const eventsOf = (run: Pick<RunOutcome, 'entries'>): readonly string[] => [
  ...new Set(run.entries().flatMap((entry) => (entry.kind === 'attempt' ? [entry.event] : []))),
]

export const noEndingReason = 'the integration has no `state` and writes nothing in the service'

/** Whether `state()` shows what the service has: it changes with a step at once, and never later. */
export const echoesService = ({
  changesAtOnce,
  changesLater,
}: Pick<RunOutcome, 'changesAtOnce' | 'changesLater'>): boolean => changesAtOnce && !changesLater

export const echoReason =
  '`state()` shows what the service has before the integration can know of it: return what the integration keeps, and not `emulator.rows`'

const oneValueAdvice = 'return an object that has a value for each record'

/** Why a run has no ending to compare. A generated scenario need not lead to a change or a write. */
function nothingToCompare(
  run: RunOutcome,
  isLeftOut: IsLeftOut,
  isGenerated = false,
): string | undefined {
  const { callCount, after, rows, stateChanged } = run
  if (!isGenerated && echoesService(run)) return echoReason
  if (callCount === 0 && !run.changesEarly && !isGenerated) return noCallReason(run)
  const refusal = onlyRefusals(run)
  if (refusal !== undefined) return refusal
  if (after && 'state' in after) {
    if (isLeftOut(['state']))
      return `\`state()\` differs between two runs without a deviation; ${oneValueAdvice}`
    if (after.state === null)
      return `\`state()\` returns null or undefined at the end; ${oneValueAdvice}`
    const isOnlyState = after.effects === undefined && writesNothing(rows)
    if (isOnlyState && isNothingCompared(after.state, isLeftOut))
      return 'every value of `state()` depends on the run: take times from `now` of the connection, and names from ids of the service'
    const isChanged = stateChanged || !writesNothing(rows)
    if (isChanged || isGenerated) return undefined
    return errorIn(run) ?? '`state()` never changes'
  }
  if (!writesNothing(rows) || isGenerated) return undefined
  const advice = run.process ? '. Give the address of its state as --state' : ''
  return errorIn(run) ?? noEndingReason + advice
}

/** Whether a state has values, and each of them is left out. */
function isNothingCompared(state: unknown, isLeftOut: IsLeftOut): boolean {
  const paths = valuePathsOf(state, ['state'])
  return paths.length > 0 && paths.every(isLeftOut)
}

/** The answer to the first delivery, if the endpoint accepts none: a cause of what the run does not show. */
export function refusedDelivery(
  run: Pick<RunOutcome, 'entries' | 'throwSite'>,
): string | undefined {
  const answers = run.entries().filter((entry) => entry.kind === 'answer')
  const [first] = answers
  if (!first || answers.some(({ status }) => status !== null && status < 300)) return undefined
  const { status, error, reason } = first
  const refused = 'the endpoint accepts no delivery'
  if (status === null) {
    const site = run.throwSite()
    return `${refused}: ${error}${site === undefined ? '' : ` (${site})`}`
  }
  const hint = isUnauthorized(status)
    ? '; a signature is checked with `secret` of the connection and the time of `now`'
    : ''
  return `${refused}: it answers ${status}${reasonSuffix(reason)}${hint}`
}

/** The error of the integration that explains why a run shows nothing: of its endpoint, or of its synchronization. */
export const errorIn = (
  run: Pick<RunOutcome, 'entries' | 'throwSite' | 'rejections'>,
): string | undefined => refusedDelivery(run) ?? run.rejections[0]

/** Whether a status may mean that the signature of a delivery is refused. */
const isUnauthorized = (status: number): boolean => [400, 401, 403].includes(status)

/** Says that the service refused every call, as with a wrong token; undefined if it accepted one. */
function onlyRefusals(run: RunOutcome): string | undefined {
  const requests = run.entries().filter((entry) => entry.kind === 'request')
  const [first] = requests
  // Note: a record that is gone is no refusal.
  const isRefused = ({ status }: (typeof requests)[number]): boolean =>
    status === 401 || status === 403
  if (!first || !requests.every(isRefused)) return undefined
  const { status, method, path, reason } = first
  return `the service accepts no call: it answers ${status} to ${method} ${path}${reason === undefined ? '' : `, because ${reason}`}`
}

/** The paths that differ between two runs without a deviation. They are not compared. */
export const unsteadyPaths = (first: RunOutcome, second: RunOutcome): readonly string[] => [
  ...new Set(
    [
      ...stateDifferences(first.before, second.before, aliasesOfRuns(first, second)),
      ...stateDifferences(first.after, second.after, aliasesOfRuns(first, second)),
      ...(stableJson(first.after?.effects) === stableJson(second.after?.effects)
        ? []
        : [{ path: 'effects' }]),
    ].map(({ path }) => path),
  ),
]
