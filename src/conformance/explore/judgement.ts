/** Judges a run by its reference run. */
import { type EndingDifference, differencesBetween } from './difference.ts'
import { nearestName } from '../../engine/errors/errors.ts'
import type { ChoicePoint } from './choice-point.ts'
import {
  choicePointNames,
  type ChoicePointType,
  deviationKinds,
  deviationsAt,
} from './deviations.ts'
import { type Deviation, definitionOf, type History } from './history.ts'
import type { RunOutcome } from './outcome.ts'
import { rowDifferences, writesNothing } from './written-rows.ts'

/** The verdict about a history. */
export type Verdict =
  | 'same'
  | 'recovered'
  | 'reported'
  | 'silent'
  | 'unstable'
  | 'hung'
  | 'failed'
  | 'not reproducible'
  | 'could not tell'

/** The verdicts, from good to bad. */
export const verdicts: readonly Verdict[] = [
  'same',
  'recovered',
  'reported',
  'silent',
  'unstable',
  'hung',
  'failed',
  'not reproducible',
  'could not tell',
]

/** A verdict with its evidence. */
export interface Judgement {
  readonly verdict: Verdict
  /** More than twice the calls of the reference run, or a call before Retry-After was over. */
  readonly isAmplified: boolean
  /** Why the run hung, failed or says nothing. */
  readonly reason?: string
  /** Whether the run ends like the reference run after the final synchronization. */
  readonly hasSameEnding: boolean
  /** Where the ending differs from the ending of the reference run. */
  readonly differences: readonly EndingDifference[]
}

/** The run that a history is compared with, and the paths that are not compared. */
export interface ReferenceRun {
  readonly outcome: RunOutcome
  readonly mask: ReadonlySet<string>
}

const noMask: ReadonlySet<string> = new Set()

/**
 * Compares the run of a history with its reference runs until one is the same, and returns the best verdict.
 * `plain` is the run whose problems are known.
 */
export async function judge(
  run: RunOutcome,
  references: AsyncIterable<ReferenceRun>,
  plain: RunOutcome,
): Promise<Judgement> {
  const rank = ({ verdict }: Judgement): number => verdicts.indexOf(verdict)
  let best: Judgement | undefined
  for await (const reference of references) {
    const judged = judgeBy(run, reference, plain)
    if (!best || rank(judged) < rank(best)) best = judged
    if (best.verdict === 'same') break
  }
  return best ?? withReason('could not tell', 'the change has no quiet twin', false)
}

function judgeBy(
  run: RunOutcome,
  { outcome: reference, mask }: ReferenceRun,
  plain: RunOutcome,
): Judgement {
  const isAmplified =
    run.callCount > 2 * reference.callCount || run.earlyCallCount > reference.earlyCallCount
  const early = judgeEarlyEnd(run, isAmplified)
  if (early) return early
  const isMoved = movedWith(reference.startMs, run.startMs)
  const before = differencesBetween(reference.before, run.before, mask).filter(
    (each) => !isMoved(each),
  )
  const after = [
    ...differencesBetween(reference.after, run.after, mask),
    ...rowDifferences(reference.rows, run.rows, isMoved),
  ].filter((each) => !isMoved(each))
  const judged = (verdict: Verdict, differences: readonly EndingDifference[]): Judgement => ({
    verdict,
    isAmplified,
    hasSameEnding: after.length === 0,
    differences,
  })
  const problems = newProblems(run, reference, plain)
  if (after.length > 0) return judged(problems.atEnd ? 'reported' : 'silent', after)
  const unstable = judgeUnstable(run, mask)
  if (unstable) return unstable
  if (before.length > 0) {
    if (run.hasLoss) return judged('recovered', before)
    return judged(problems.before ? 'reported' : 'silent', before)
  }
  const interrupted = run.interrupted
    ? differencesBetween(reference.after, run.interrupted, mask).filter((each) => !isMoved(each))
    : []
  if (interrupted.length === 0 || problems.atEnd) return judged('same', [])
  const reason = 'a synchronization resolves although a deviation hits it, and leaves a wrong state'
  return { ...judged('silent', interrupted), reason }
}

/** The verdict about a run whose state or writes change in each synchronization; undefined at a fixed point. */
function judgeUnstable(
  { unstable, after }: RunOutcome,
  mask: ReadonlySet<string>,
): Judgement | undefined {
  if (!unstable) return undefined
  const reason = 'the third synchronization in a row still changes the state or the service'
  const differences = differencesBetween(unstable, after, mask)
  return { ...withReason('unstable', reason, false), differences }
}

/**
 * Whether the run reports a problem that the plain run does not report: before the final synchronization, and at the
 * end. A problem that it reports only in the final synchronization does not count if the quiet twin reports it too:
 * after a lost right every integration reports it, also one that took an earlier refusal for an answer.
 */
function newProblems(
  { problems, problemsBefore }: RunOutcome,
  reference: RunOutcome,
  plain: RunOutcome,
): { readonly before: boolean; readonly atEnd: boolean } {
  const known = new Set(plain.problems)
  const early = new Set(problemsBefore)
  const knownAtEnd = new Set([...plain.problems, ...reference.problems])
  return {
    before: problemsBefore.some((problem) => !known.has(problem)),
    atEnd: problems.some(
      (problem) => !known.has(problem) && (early.has(problem) || !knownAtEnd.has(problem)),
    ),
  }
}

/** The verdict about a run without an ending; undefined if the run has one. */
function judgeEarlyEnd(
  { inconclusive, failed, hung }: RunOutcome,
  isAmplified: boolean,
): Judgement | undefined {
  if (inconclusive !== undefined) return withReason('could not tell', inconclusive, isAmplified)
  if (failed !== undefined) return withReason('failed', failed, isAmplified)
  return hung === undefined ? undefined : withReason('hung', hung, isAmplified)
}

/** Judges the plain run of an exploration that has no history to run. */
export const unexplorableJudgement = (reason: string, isAmplified = false): Judgement =>
  withReason('could not tell', reason, isAmplified)

const cutReasons = {
  canceled: 'the exploration was canceled before the first history',
  time: 'the time was over before the first history',
} as const

/** Why an exploration ran no history. `cut` tells why it ended early; undefined if it did not. */
export const noHistoryReasonOf = (cut: keyof typeof cutReasons | undefined): string =>
  cut === undefined ? 'no history could be run' : cutReasons[cut]

/** Whether the plain run could not be judged only because the exploration ended before the first history. */
export const isCutReason = (reason: string | undefined): boolean =>
  Object.values<string | undefined>(cutReasons).includes(reason)

const withReason = (verdict: Verdict, reason: string, isAmplified: boolean): Judgement => ({
  verdict,
  isAmplified,
  hasSameEnding: false,
  reason,
  differences: [],
})

/** The verdict about a run that did not reach the choice points of its history. */
export function unreachedJudgement(history: History, { unreached, points }: RunOutcome): Judgement {
  const misplaced = history.flatMap((each) => misplacedReason(each, points))
  if (misplaced.length > 0) return withReason('could not tell', misplaced.join('; '), false)
  const suggestions = unreached.flatMap((point) => {
    const types = new Set(history.filter((each) => each.point === point).map(choicePointTypeOf))
    const ids = points.filter(({ type }) => types.has(type)).map(({ id }) => id)
    const near = nearestName(point, ids)
    return near === undefined ? [] : [near]
  })
  const names = (points: readonly string[]): string =>
    points.map((point) => `"${point}"`).join(' and ')
  const advice = suggestions.length > 0 ? `did you mean ${names(suggestions)}? If not, the` : 'the'
  const changed = 'scenario or the integration has changed, so explore it again without `replay`'
  const reason = `the run did not reach ${names(unreached)}; ${advice} ${changed}`
  return withReason('could not tell', reason, false)
}

/** Why a deviation cannot happen at its choice point; empty if it can, or if the run did not reach the point. */
function misplacedReason(each: Deviation, points: readonly ChoicePoint[]): string[] {
  const reached = points.filter(({ id }) => id === each.point)
  const type = choicePointTypeOf(each)
  const [other] = reached
  if (!other || reached.some((point) => point.type === type)) return []
  const names = deviationsAt(other.type, new Set(deviationKinds)).map(({ name }) => name)
  const actual = `"${each.point}" is ${choicePointNames[other.type]}`
  return [
    `"${each.name}" is a deviation of ${choicePointNames[type]}, but ${actual}; choose one of ${names.join(', ')}`,
  ]
}

const choicePointTypeOf = (each: Deviation): ChoicePointType => definitionOf(each).at

const dateOrMoment = /^\d{4}-\d\d-\d\d(?:T|$)/

/**
 * Returns whether a value differs only because the run starts at another time than its reference: a date that is
 * as far from the start, or a moment that is not after it. A later moment depends on the work of the run.
 */
const movedWith =
  (referenceMs: number, runMs: number) =>
  ({ expected, actual }: EndingDifference): boolean => {
    if (referenceMs === runMs) return false
    const texts = [expected, actual]
    if (!texts.every((each) => typeof each === 'string' && dateOrMoment.test(each))) return false
    const [expectedMs = 0, actualMs = 0] = texts.map((each) => Date.parse(each as string))
    const isDate = String(actual).length === 10
    return expectedMs - referenceMs === actualMs - runMs && (isDate || actualMs <= runMs)
  }

/** Judges the plain run by itself: before and after the final synchronization it must end the same. */
export function judgePlainRun({ outcome: run, mask }: ReferenceRun): Judgement {
  const isAmplified = run.earlyCallCount > 0
  const early = judgeEarlyEnd(run, isAmplified)
  if (early) return early
  const nothing = nothingToCompare(run)
  if (nothing !== undefined) return withReason('could not tell', nothing, isAmplified)
  const unstable = judgeUnstable(run, mask)
  if (unstable) return unstable
  const differences = differencesBetween(run.after, run.before, mask)
  if (differences.length > 0) {
    const reason = 'the final synchronization changes how the run ends'
    return { verdict: 'silent', isAmplified: false, hasSameEnding: true, reason, differences }
  }
  if (run.problems.length > 0) {
    const reason = `the plain run reports a problem: ${run.problems[0]}`
    return withReason('could not tell', reason, isAmplified)
  }
  return { verdict: 'same', isAmplified, hasSameEnding: true, differences: [] }
}

/**
 * Judges a run with alternatives of assumptions by itself: it may end differently from the plain run. Its state may
 * stay the same if that of the plain run changes.
 */
export function judgeAlternative({ outcome, mask }: ReferenceRun, plain: RunOutcome): Judgement {
  const stateChanged = outcome.stateChanged || plain.stateChanged
  const judged = judgePlainRun({ outcome: { ...outcome, stateChanged, problems: [] }, mask })
  const isReported = judged.verdict === 'silent' && outcome.problems.length > 0
  return isReported ? { ...judged, verdict: 'reported' } : judged
}

function nothingToCompare(run: RunOutcome): string | undefined {
  const { callCount, after, rows, stateChanged } = run
  if (callCount === 0) return 'the integration made no call'
  if (after && 'state' in after) return stateChanged ? undefined : '`state()` never changes'
  return writesNothing(rows)
    ? 'the integration has no `state` and writes nothing in the service'
    : undefined
}

/** The paths that differ between two runs without a deviation. They are not compared. */
export const maskOf = (first: RunOutcome, second: RunOutcome): ReadonlySet<string> =>
  new Set(
    [
      ...differencesBetween(first.before, second.before, noMask),
      ...differencesBetween(first.after, second.after, noMask),
    ].map(({ path }) => path),
  )
