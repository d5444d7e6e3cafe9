/** Runs and judges single schedules of a scenario, and shrinks the failing ones. */
import { judgeAlternative, judgeBaseline } from '../oracles/baseline-judgement.ts'
import { judgeFresh } from '../oracles/fresh-judgement.ts'
import { type Judgement, runNames } from '../oracles/judgement.ts'
import { type ReferenceOptions, ReferenceRuns } from '../oracles/reference-runs.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { PreparedScenario } from '../run/prepared-scenario.ts'
import { formatSchedule, isComparedWithItself, type Schedule } from '../run/schedule.ts'
import { runSchedule, type ScheduleRunOptions } from '../run/schedule-run.ts'
import { type ExplorationFailure, placedIn } from './failure.ts'
import { type FailureGroup, failureKeyOf } from './schedule-results.ts'
import { shrinkSchedule } from './shrink.ts'
import { unreachedJudgement } from './unreached-judgement.ts'

export class ScheduleJudge {
  readonly references: ReferenceRuns
  /** The patterns of the records that the integration removed in a run. */
  readonly removedPatterns = new Set<string>()
  /** How the integration set a timer of the host in a run, as an error. */
  hostTimer: string | undefined

  constructor(prepared: PreparedScenario, options: ReferenceOptions = {}) {
    const { removedPatterns } = this
    this.references = new ReferenceRuns(prepared, {
      usesFreshStarts: true,
      removedPatterns,
      ...options,
    })
  }

  /** Runs a schedule, after the baseline run has shown whether the scenario moves time. */
  async run(schedule: Schedule, options?: ScheduleRunOptions): Promise<RunOutcome> {
    await this.references.baseline()
    const outcome = await runSchedule(this.references.prepared, schedule, options)
    this.hostTimer ??= outcome.hostTimer
    return outcome
  }

  async judgeBaseline(): Promise<Judgement> {
    const baseline = await this.references.baseline()
    this.#noteRemoved(baseline.outcome)
    const judgement = judgeBaseline(baseline)
    if (judgement.verdict !== 'converged' || !baseline.fresh) return judgement
    return judgeFresh(baseline.fresh) ?? judgement
  }

  /** Judges the run of a schedule by its reference runs. */
  async judge(schedule: Schedule, outcome: RunOutcome): Promise<Judgement> {
    this.#noteRemoved(outcome)
    if (schedule.length === 0) return this.judgeBaseline()
    const baseline = await this.references.baseline()
    if (isComparedWithItself(schedule)) return judgeAlternative(outcome, baseline)
    const judged = await this.references.judge(schedule, outcome)
    if (judged.verdict === 'converged' && outcome.acts.length > 0) {
      // Note: a change between two pages is the only deviation that a synchronization can read wrongly for good.
      const fresh = await this.references.freshFindings(outcome, schedule, baseline)
      return judgeFresh(fresh) ?? judged
    }
    const isOrder = schedule.some(({ name }) => name === 'order')
    if (judged.verdict !== 'diverged' || judged.hasSameEnding || isOrder) return judged
    // Note: an integration may remove a record only after several synchronizations, which its state need not show.
    const patient = await this.run(schedule, { synchronizationsMin: 3 })
    const again = await this.references.judge(schedule, patient)
    return again.hasSameEnding ? again : judged
  }

  /** Shrinks the first schedule of a group and runs the shortest one again. */
  async failure(group: Omit<FailureGroup, 'index'>): Promise<ExplorationFailure> {
    const { schedule, count } = group
    const key = failureKeyOf(group.judgement)
    const shrunk =
      schedule.length === 0
        ? schedule
        : await shrinkSchedule(
            schedule,
            async (candidate) => failureKeyOf((await this.#runAgain(candidate)).judgement) === key,
          )
    const { outcome, judgement } = await this.#runAgain(shrunk)
    const isRepeated = failureKeyOf(judgement) === key
    const {
      verdict,
      reason,
      differences,
      isAmplified,
      names = runNames,
    } = isRepeated ? group.judgement : notReproducible(group.judgement, judgement)
    return {
      deviations: placedIn(shrunk, outcome.points),
      replay: formatSchedule(shrunk),
      verdict,
      ...(reason !== undefined && { reason }),
      isAmplified,
      difference: differences,
      compared: names,
      transcript: outcome.transcript(),
      story: outcome.story(),
      ...(shrunk.length > 0 && (await this.#referenceRun(shrunk, outcome))),
      count,
    }
  }

  #noteRemoved({ removedPatterns }: RunOutcome): void {
    for (const pattern of removedPatterns) this.removedPatterns.add(pattern)
  }

  /** What happened in the first run that the schedule is compared with. */
  async #referenceRun(
    schedule: Schedule,
    run: RunOutcome,
  ): Promise<Pick<ExplorationFailure, 'reference' | 'referenceStory'>> {
    const references = isComparedWithItself(schedule) ? [] : this.references.of(schedule, run)
    const shown = ({ transcript, story }: RunOutcome) => ({
      reference: transcript(),
      referenceStory: story(),
    })
    for await (const { outcome } of references) return shown(outcome)
    return shown((await this.references.baseline()).outcome)
  }

  async #runAgain(schedule: Schedule): Promise<{ outcome: RunOutcome; judgement: Judgement }> {
    if (schedule.length === 0) {
      const { outcome } = await this.references.baseline()
      return { outcome, judgement: await this.judgeBaseline() }
    }
    const outcome = await this.run(schedule)
    const judgement = outcome.isApplicable
      ? await this.judge(schedule, outcome)
      : unreachedJudgement(schedule, outcome)
    return { outcome, judgement }
  }
}

const notReproducible = (first: Judgement, second: Judgement): Judgement => ({
  ...second,
  verdict: 'inconclusive',
  reason: `the first run is ${formatJudgement(first)}, a repetition is ${formatJudgement(second)}`,
})

const formatJudgement = ({ verdict, reason }: Judgement): string =>
  reason === undefined ? `"${verdict}"` : `"${verdict}" (${reason})`
