/** What checks expect of runs. */
import type { Verdict } from '../explore/judgement.ts'
import { type Finding, fails, holds } from './finding.ts'
import { isOneOf, sentenceOf, type StoryRun } from './story-runs.ts'

/** Fails with the first run whose verdict is not accepted. */
export async function expectVerdicts(
  runs: AsyncIterable<StoryRun> | Iterable<StoryRun>,
  accepted: readonly Verdict[],
  reason: string,
): Promise<Finding> {
  for await (const run of runs) {
    if (!isOneOf(run, accepted)) return fails(sentenceOf(run), run)
  }
  return holds(reason)
}

/** Returns the first finding that does not hold, or the last one. Later expectations are not evaluated. */
export async function expectEach(
  expectations: readonly (() => Promise<Finding>)[],
): Promise<Finding> {
  let last: Finding = holds('There is nothing to expect.')
  for (const expectation of expectations) {
    last = await expectation()
    if (last.verdict !== 'holds') return last
  }
  return last
}
