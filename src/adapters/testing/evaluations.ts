/** The assertions of a test whose last result is not that of the test: what it passes may have failed, or come later. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { MatchResult } from '../../engine/kit/journal/match-result.ts'
import { inspectValue } from '../../engine/kit/journal/partial-match.ts'

/** The last evaluation of a matcher with its arguments. */
interface Evaluation {
  readonly isNot: boolean
  /** Whether the assertion held. */
  readonly holds: boolean
  /** The number of the last entry of the journal. */
  readonly entry: number
  /** Evaluates the matcher again. */
  again(): MatchResult
}

const evaluations = new WeakMap<EmulatorContext, Map<string, Evaluation>>()

/** Notes an evaluation of a matcher with its arguments after the emulator. */
export function noteEvaluation(
  context: EmulatorContext,
  name: string,
  args: readonly unknown[],
  { isNot, result, again }: { isNot: boolean; result: MatchResult; again(): MatchResult },
): void {
  const known = evaluations.get(context) ?? new Map<string, Evaluation>()
  evaluations.set(context, known)
  const entry = context.journal.lastNumber()
  known.set(`${name}(${args.map(inspectValue).join(', ')})`, {
    isNot,
    holds: result.pass !== isNot,
    entry,
    again,
  })
}

/**
 * Waits for the calls of code that a test does not await, if an assertion of the test excludes some. Returns the error of one
 * that comes after the test.
 */
export async function lateExclusion(context: EmulatorContext): Promise<EmulatorError | undefined> {
  const open = [...(evaluations.get(context) ?? [])].filter(
    ([, each]) => excludes(context, each) && !each.again().pass,
  )
  if (open.length === 0) return undefined
  await context.idleTracker.drain()
  const late = open.find(([, { again }]) => again().pass)
  return (
    late &&
    new EmulatorError('late_call', {
      action: 'end the test',
      reason: `${assertionOf(late)} held, and what it excludes came after the test`,
      advice: 'Await the code under test before the assertion.',
    })
  )
}

const assertionOf = ([call, { isNot }]: readonly [string, Evaluation]): string =>
  `expect(…)${isNot ? '.not' : ''}.${call}`

/**
 * Takes a line for each assertion of a passing test that does not hold any more, and for each that failed last, where it is
 * known that the test passes.
 */
export function takeEvaluationLines(context: EmulatorContext, isPassed = false): string[] {
  const known = [...(evaluations.get(context) ?? [])]
  evaluations.delete(context)
  return known.flatMap(([call, evaluation]) => {
    const assertion = assertionOf([call, evaluation])
    if (!evaluation.holds)
      return isPassed
        ? `${assertion} failed last, and the test passed. Await what evaluates it, such as \`waitFor\`.`
        : []
    if (!excludes(context, evaluation) || !evaluation.again().pass) return []
    return `${assertion} held, and what it excludes came after it. Await the code under test first.`
  })
}

/** Whether an assertion excluded what only code of the test that it does not await can send later. */
const excludes = (context: EmulatorContext, { isNot, holds, entry }: Evaluation): boolean =>
  isNot && holds && !isDriven(context, entry)

/** Whether the test went on with the emulator after an entry of the journal: what came then need not be excluded. */
const isDriven = ({ journal }: EmulatorContext, after: number): boolean =>
  journal
    .entries()
    .some(({ number, kind }) => number > after && (kind === 'clock' || kind === 'act'))
