/** Judges the runs of a check by the verdicts that it accepts. */
import type { Verdict } from '../oracles/verdict.ts'
import { type Finding, failed, passed, skipped } from './check-verdict.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { isRemoval } from '../explore/generated/planned-act.ts'
import { isOneOf, sentenceOf, type StoryRun } from './story-run.ts'
import type { DeviationChoice, StoryRuns } from './story-runs.ts'

/**
 * Fails with the first run whose verdict is not accepted. With the run of the story as `plain`, an integration that only
 * creates less for records that the story removes is skipped.
 */
export async function expectVerdicts(
  runs: AsyncIterable<StoryRun> | Iterable<StoryRun>,
  accepted: readonly Verdict[],
  reason: string,
  plain?: StoryRun,
): Promise<Finding> {
  let skippedRun: Finding | undefined
  for await (const run of runs) {
    if (isOneOf(run, accepted)) continue
    if (!plain || !createsLess(run, plain)) {
      return failed(sentenceOf(run, accepted.includes('reported')), run)
    }
    skippedRun ??= skipped(
      'The integration reads a record after its removal, and creates less.',
      run,
    )
  }
  return skippedRun ?? passed(reason)
}

/** Whether a run lacks only what the integration creates for records that the story removes or cancels. */
const createsLess = ({ judgement }: StoryRun, { outcome, entries }: StoryRun): boolean =>
  outcome.rows.created.length > 0 &&
  entries.some(
    (each) =>
      (each.kind === 'change' && each.change === 'deleted') ||
      (each.kind === 'act' && isRemoval(each)),
  ) &&
  judgement.differences.length > 0 &&
  judgement.differences.every((each) => !('actual' in each))

/**
 * Expects the ending of the baseline run. An integration that only polls may report a problem and leave the rest to its
 * next poll, and its state before the final synchronization is that of an earlier moment.
 */
export async function expectConvergence(
  runs: StoryRuns,
  run: StoryRun,
  reason: string,
): Promise<Finding> {
  const isLater = run.judgement.hasSameEnding || isOneOf(run, ['reported'])
  if (!runs.has('fetch') && isLater) return passed(reason)
  return expectVerdicts([run], ['converged'], reason)
}

/** Returns the first finding that does not hold, or the last one. Later expectations are not evaluated. */
export async function expectEach(
  expectations: readonly (() => Promise<Finding>)[],
): Promise<Finding> {
  let last: Finding = passed('There is nothing to expect.')
  for (const expectation of expectations) {
    last = await expectation()
    if (last.verdict !== 'passed') return last
  }
  return last
}

/** Fails if the story, with or without a deviation, ends in another way than the baseline run after a synchronization. */
export async function expectSameEndings(
  runs: StoryRuns,
  story: Scenario,
  choice: DeviationChoice,
  reason: string,
): Promise<Finding> {
  const run = await runs.plain(story)
  const plain = await expectVerdicts([run], ['converged'], reason)
  return plain.verdict === 'passed'
    ? expectVerdicts(runs.deviate(story, choice), ['converged'], reason, run)
    : withPlainAdvice(plain, run)
}

/** Adds advice to a failure if the baseline run needs the final synchronization as well. */
export const withPlainAdvice = (finding: Finding, plain: StoryRun): Finding =>
  finding.verdict === 'failed' && plain.judgement.verdict === 'diverged'
    ? { ...finding, reason: `${finding.reason} ${plainRunSentence}` }
    : finding

const plainRunSentence = 'Without a deviation, the story needs the final synchronization too.'

/** Fails with the first run that the final synchronization does not repair, or that hides the failure. */
export async function expectRepairs(
  runs: AsyncIterable<StoryRun>,
  reason: string,
): Promise<Finding> {
  for await (const run of runs) {
    const { verdict, hasSameEnding } = run.judgement
    const isRepaired = verdict === 'reported' && hasSameEnding
    if (isRepaired || isOneOf(run, ['converged', 'recovered'])) continue
    // Note: with another ending, a report of the problem would not help.
    return failed(sentenceOf(run, hasSameEnding), run)
  }
  return passed(reason)
}
