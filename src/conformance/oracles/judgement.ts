/** Judges a run by its reference run. */
import {
  type ComparedNames,
  type EndingDifference,
  type IsLeftOut,
  type PlacedDifference,
  withoutSegments,
} from './difference.ts'
import { aliasesOfRuns, effectDifferences, stateDifferences } from './ending-differences.ts'
import type { Ending, RunOutcome } from '../run/outcome.ts'
import { rowDifferences } from '../run/written-rows.ts'
import { type Verdict, verdicts } from './verdict.ts'

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
  /** What the values of the differences are. Default: those of the baseline run and of this run. */
  readonly names?: ComparedNames
}

export const runNames: ComparedNames = { expected: 'baseline run', actual: 'this run' }
export const endingNames: ComparedNames = {
  expected: 'after the final synchronization',
  actual: 'before it',
}

/** The run that a schedule is compared with, and the paths that are not compared. */
export interface ReferenceRun {
  readonly outcome: RunOutcome
  /** Whether a path differs between two runs without a deviation, or depends on time. */
  readonly isLeftOut: IsLeftOut
  /** Whether only the final synchronization of the baseline run changes a path. */
  readonly isLate: IsLeftOut
  /** Whether the integration keeps a record on purpose that the service does not have any more. Default: never. */
  readonly isKept?: IsLeftOut
  /** Whether the state is compared after the final synchronization only. */
  readonly isEventual?: boolean
  /**
   * Whether another deviation accompanies a change between two pages: its event can come after the walk, or another walk is
   * the first that a deviation hits. Only the next walk repairs the state then.
   */
  readonly isCombined?: boolean
  /** The problems that the integration reports whatever happens. Default: none. */
  readonly knownProblems?: readonly string[]
  /** Whether the scenario is generated: it may leave the state as it is, and the integration may report a problem. */
  readonly isGenerated?: boolean
  /** What a text calls the run. */
  readonly name: string
}

/**
 * Compares the run of a schedule with its reference runs until one is the same, and returns the best verdict.
 * `plain` is the run whose problems are known.
 */
export async function judge(
  run: RunOutcome,
  references: AsyncIterable<ReferenceRun> | Iterable<ReferenceRun>,
  plain: RunOutcome,
): Promise<Judgement> {
  const rank = ({ verdict }: Judgement): number => verdicts.indexOf(verdict)
  let best: Judgement | undefined
  for await (const reference of references) {
    const judged = judgeBy(run, reference, plain)
    if (!best || rank(judged) < rank(best)) best = judged
    if (best.verdict === 'converged') break
  }
  return best ?? withReason('inconclusive', 'the change has no counterfactual run', false)
}

function judgeBy(
  run: RunOutcome,
  {
    outcome: reference,
    isLeftOut,
    isLate,
    isKept = () => false,
    isEventual = false,
    isCombined = false,
    name,
  }: ReferenceRun,
  plain: RunOutcome,
): Judgement {
  const isAmplified =
    run.callCount > 2 * reference.callCount || run.earlyCallCount > reference.earlyCallCount
  const early = judgeEarlyEnd(run, isAmplified)
  if (early) return early
  const isMoved = movedWith(reference, run)
  const isLeftOutBefore: IsLeftOut = (segments) => isLeftOut(segments) || isLate(segments)
  const names = { expected: name, actual: 'this run' }
  const aliases = aliasesOfRuns(reference, run)
  // Note: the integration cannot keep a record of which no event tells it, and no synchronization.
  const isMissed = ({ segments, ...values }: PlacedDifference): boolean =>
    run.losesNotification && !('actual' in values) && isKept(segments)
  const differences = (
    expected: Ending | undefined,
    actual: Ending | undefined,
    leftOut: IsLeftOut,
  ): EndingDifference[] =>
    stateDifferences(expected, actual, { ...aliases, isLeftOut: leftOut })
      .filter((each) => !isMoved(each) && !isMissed(each))
      .map(withoutSegments)
  const before = differences(reference.before, run.before, isLeftOutBefore)
  const after = [
    ...differences(reference.after, run.after, isLeftOut),
    ...rowDifferences(reference.rows, run.rows, isMoved).filter((each) => !isMoved(each)),
    ...(reference.after && run.after
      ? effectDifferences(reference.after, run.after, {
          isLeftOut,
          repeats: run.repeatsEffects,
          omits: run.losesNotification,
        })
      : []),
  ]
  const judged = (verdict: Verdict, differences: readonly EndingDifference[]): Judgement => ({
    verdict,
    isAmplified,
    hasSameEnding: after.length === 0,
    differences,
    names,
  })
  const problems = newProblems(run, reference, plain)
  if (after.length > 0) return judged(problems.atEnd ? 'reported' : 'diverged', after)
  // Note: a baseline run that reaches no fixed point says so itself, once.
  const unstable = plain.unstable ? undefined : judgeUnstable(run, isLeftOut)
  if (unstable) return unstable
  const writesLate = isWritingLate(run) && !isWritingLate(reference) && !isEventual
  if (before.length > 0 || writesLate) {
    if (run.losesAcknowledged && !problems.before) {
      const reason =
        'each notification was answered with a 2xx, and after a crash the state is another one'
      return { ...judged('lost', before), reason }
    }
    if (run.losesNotification || run.hasCrash) return judged('recovered', before)
    return {
      ...judged(problems.before ? 'reported' : 'diverged', before),
      ...(writesLate && { reason: lateWriteReason }),
    }
  }
  const resolved = (of: RunOutcome): Ending | undefined =>
    of.disturbed && !of.disturbed.rejects ? of.disturbed.after : undefined
  const interrupted =
    resolved(run) && !isCombined
      ? interruptedDifferences(
          [reference.after, resolved(reference) ?? reference.after].map((ending) =>
            differences(ending, resolved(run), isLeftOutBefore),
          ),
        )
      : []
  if (interrupted.length > 0 && !problems.atEnd) {
    const reason =
      'a synchronization resolves although a deviation hits it, and leaves a wrong state'
    return { ...judged('diverged', interrupted), reason }
  }
  const removed = removedWhileDisturbed(run, (ending) =>
    differences(reference.after, ending, isLeftOut),
  )
  if (removed.length > 0) {
    const reason = 'a synchronization that a deviation hits removes what the service still has'
    return { ...judged('diverged', removed), reason }
  }
  return judged('converged', [])
}

/**
 * Whether the final synchronization writes in the service what no event led to. An integration without a state shows by what
 * it writes whether it handles an event.
 */
export const isWritingLate = ({ after, writesBefore, writesAfter }: RunOutcome): boolean =>
  after !== undefined && !('state' in after) && writesBefore !== writesAfter

export const lateWriteReason =
  'the final synchronization writes in the service what no event led to'

/**
 * The values that differ from each ending: a walk may read one record before a change between two pages, and another one after
 * it. The next walk repairs it.
 */
const interruptedDifferences = ([
  first = [],
  ...others
]: readonly (readonly EndingDifference[])[]): readonly EndingDifference[] =>
  first.filter(({ path }) => others.every((found) => found.some((each) => each.path === path)))

/** The values that a disturbed synchronization removes, although the run ends with them. */
function removedWhileDisturbed(
  { disturbed }: RunOutcome,
  differencesOf: (ending: Ending) => readonly EndingDifference[],
): readonly EndingDifference[] {
  if (!disturbed) return []
  const absentIn = (ending: Ending): readonly EndingDifference[] =>
    differencesOf(ending).filter((each) => !('actual' in each))
  const known = new Set(absentIn(disturbed.before).map(({ path }) => path))
  return absentIn(disturbed.after).filter(({ path }) => !known.has(path))
}

/** The verdict about a run whose state or writes change in each synchronization; undefined at a fixed point. */
export function judgeUnstable(
  { unstable, after }: RunOutcome,
  isLeftOut: IsLeftOut,
): Judgement | undefined {
  if (!unstable) return undefined
  const differences = stateDifferences(unstable, after, { isLeftOut }).map(withoutSegments)
  const [unsteady] =
    differences.length > 0 ? [] : stateDifferences(unstable, after, { isLeftOut: () => false })
  const reason =
    unsteady === undefined
      ? 'the third synchronization in a row still changes the state or the service'
      : `each synchronization changes ${unsteady.path}, which no event leads to: take times from \`now\` of the connection, or name it in \`ignore\``
  const names = { expected: 'before it', actual: 'after it' }
  return { ...withReason('unstable', reason, false), differences, names }
}

/**
 * Whether the run reports a problem that the baseline run does not report: before the final synchronization, and at the
 * end. A problem that it reports only in the final synchronization does not count if the counterfactual run reports it too:
 * after a lost right every integration reports it, also one that took an earlier refusal for an answer. A number can
 * count how often a problem occurred, so that a problem of before stays the same with another number.
 */
function newProblems(
  { problems, problemsBefore }: RunOutcome,
  reference: RunOutcome,
  plain: RunOutcome,
): { readonly before: boolean; readonly atEnd: boolean } {
  const known = new Set(plain.problems)
  const early = new Set(problemsBefore.map(withoutNumbers))
  const knownAtEnd = new Set([...plain.problems, ...reference.problems])
  return {
    before: problemsBefore.some((problem) => !known.has(problem)),
    atEnd: problems.some(
      (problem) =>
        !known.has(problem) && (early.has(withoutNumbers(problem)) || !knownAtEnd.has(problem)),
    ),
  }
}

const withoutNumbers = (problem: string): string => problem.replaceAll(/\d+/g, '0')

/** The verdict about a run without an ending; undefined if the run has one. */
export function judgeEarlyEnd(
  { inconclusive, failed, hung }: RunOutcome,
  isAmplified: boolean,
): Judgement | undefined {
  if (inconclusive !== undefined) return withReason('inconclusive', inconclusive, isAmplified)
  if (failed !== undefined) return withReason('failed', failed, isAmplified)
  return hung === undefined ? undefined : withReason('hung', hung, isAmplified)
}

export const withReason = (verdict: Verdict, reason: string, isAmplified: boolean): Judgement => ({
  verdict,
  isAmplified,
  hasSameEnding: false,
  reason,
  differences: [],
})

const dateOrMoment = /^\d{4}-\d\d-\d\d(?:T|$)/

/**
 * Returns whether a value differs only because the run, a step of it or a change of a record happens at another time than
 * in its reference: a date that is as far from it, or a moment that is not after it. A later moment depends on the work of
 * the run.
 */
function movedWith(
  reference: RunOutcome,
  run: RunOutcome,
): (difference: EndingDifference) => boolean {
  let moves: readonly (readonly [referenceMs: number, runMs: number])[] | undefined
  return ({ expected, actual }) => {
    const texts = [expected, actual]
    if (!texts.every((each) => typeof each === 'string' && dateOrMoment.test(each))) return false
    const [expectedMs = 0, actualMs = 0] = texts.map((each) => Date.parse(each as string))
    const isDate = String(actual).length === 10
    moves ??= movesBetween(momentsOf(reference), momentsOf(run))
    return moves.some(
      ([referenceMs, runMs]) =>
        expectedMs - referenceMs === actualMs - runMs && (isDate || actualMs <= runMs),
    )
  }
}

/** The times of a run, its steps and the changes of each record, by their names. */
function momentsOf(run: RunOutcome): ReadonlyMap<string, number> {
  const moments = new Map([['start', run.startMs]])
  const counts = new Map<string, number>()
  for (const entry of run.entries()) {
    if (entry.kind !== 'step' && entry.kind !== 'change') continue
    const name = entry.kind === 'step' ? 'step' : `${entry.table} ${entry.id}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    moments.set(`${name} ${count}`, Date.parse(entry.at))
  }
  return moments
}

const movesBetween = (
  reference: ReadonlyMap<string, number>,
  run: ReadonlyMap<string, number>,
): readonly (readonly [number, number])[] =>
  [...reference].flatMap(([name, referenceMs]) => {
    const runMs = run.get(name) ?? referenceMs
    return runMs === referenceMs ? [] : [[referenceMs, runMs] as const]
  })
