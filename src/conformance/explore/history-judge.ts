/** Runs and judges single histories, and shrinks the failing ones. */
import type { ExplorationFailure } from './failure.ts'
import { formatHistory, type History, isAlternativeHistory } from './history.ts'
import { absenceReason, absentKinds } from './absent-kinds.ts'
import type { DeviationKind } from './deviations.ts'
import { type FailureGroup, failureKeyOf } from './history-results.ts'
import { runHistory, type HistoryRunOptions } from './history-run.ts'
import { judgeAlternative, judgePlainRun } from './baseline-judgement.ts'
import { judgeFresh } from './fresh-judgement.ts'
import { type Judgement, runNames } from './judgement.ts'
import { unexplorableJudgement, unreachedJudgement } from './unreached-judgement.ts'
import type { RunOutcome } from './outcome.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { type BaselineRun, ReferenceRuns } from './reference-runs.ts'
import { shrinkHistory } from './shrink.ts'

export class HistoryJudge {
  readonly references: ReferenceRuns
  /** Why the exploration ran no history; undefined if it ran one. */
  noHistoryReason: string | undefined
  /** The patterns of the records that the integration removed in a run. */
  readonly removedPatterns = new Set<string>()
  readonly #kinds: ReadonlySet<DeviationKind> | undefined

  /** `kinds` need a choice point in the plain run; undefined if the exploration runs no other history. */
  constructor(prepared: PreparedScenario, kinds: ReadonlySet<DeviationKind> | undefined) {
    this.references = new ReferenceRuns(prepared, { usesFreshStarts: true })
    this.#kinds = kinds
  }

  /** Runs a history. */
  run(history: History, options?: HistoryRunOptions): Promise<RunOutcome> {
    return runHistory(this.references.prepared, history, options)
  }

  /** Judges the run of a history by its reference runs. */
  async judge(history: History, outcome: RunOutcome): Promise<Judgement> {
    for (const pattern of outcome.removedPatterns) this.removedPatterns.add(pattern)
    const plain = await this.references.plain()
    // Note: only the first plain run is watched for the network and the time of the host.
    if (history.length === 0)
      return this.#judgePlain(
        plain.outcome.inconclusive === undefined ? { ...plain, outcome } : plain,
      )
    if (isAlternativeHistory(history)) return judgeAlternative(outcome, plain)
    const judged = await this.references.judge(history, outcome)
    if (judged.verdict === 'same' && outcome.acts.length > 0) {
      // Note: a change between two pages is the only deviation that a synchronization can read wrongly for good.
      const fresh = await this.references.freshFindings(outcome, history, plain)
      return judgeFresh(fresh) ?? judged
    }
    const isOrder = history.some(({ name }) => name === 'order')
    if (judged.verdict !== 'silent' || judged.hasSameEnding || isOrder) return judged
    // Note: an integration may remove a record only after several synchronizations, which its state need not show.
    const patient = await this.run(history, { synchronizationsMin: 3 })
    const again = await this.references.judge(history, patient)
    return again.hasSameEnding ? again : judged
  }

  #judgePlain(plain: BaselineRun): Judgement {
    const judgement = judgePlainRun(plain)
    const kinds = this.#kinds
    const found = judgement.verdict === 'same' && plain.fresh && judgeFresh(plain.fresh)
    if (found) return found
    if (judgement.verdict !== 'same' || !kinds) return judgement
    if (this.noHistoryReason !== undefined)
      return unexplorableJudgement(this.noHistoryReason, judgement.isAmplified)
    const absent = absentKinds(plain.outcome, kinds)
    return absent.length < kinds.size ? judgement : unexplorableJudgement(absenceReason(absent))
  }

  /** Shrinks the first history of a group and runs the shortest one again. */
  async failure(group: FailureGroup): Promise<ExplorationFailure> {
    const { history, count } = group
    const key = failureKeyOf(group.judgement)
    const shrunk =
      history.length === 0
        ? history
        : await shrinkHistory(
            history,
            async (candidate) => failureKeyOf((await this.#runAgain(candidate)).judgement) === key,
          )
    const { outcome, judgement } = await this.#runAgain(shrunk)
    // Note: records that a run keeps are compared with other runs.
    const isRepeated = group.judgement.isFromOthers || failureKeyOf(judgement) === key
    const {
      verdict,
      reason,
      differences,
      isAmplified,
      names = runNames,
    } = isRepeated ? group.judgement : notReproducible(group.judgement, judgement)
    return {
      deviations: shrunk,
      replay: formatHistory(shrunk),
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

  /** What happened in the first run that the history is compared with. */
  async #referenceRun(
    history: History,
    run: RunOutcome,
  ): Promise<Pick<ExplorationFailure, 'reference' | 'referenceStory'>> {
    const twins = isAlternativeHistory(history) ? [] : this.references.of(history, run)
    const shown = ({ transcript, story }: RunOutcome) => ({
      reference: transcript(),
      referenceStory: story(),
    })
    for await (const { outcome } of twins) return shown(outcome)
    return shown((await this.references.plain()).outcome)
  }

  async #runAgain(history: History): Promise<{ outcome: RunOutcome; judgement: Judgement }> {
    const plain = await this.references.plain()
    // Note: only the first plain run refuses calls of the global `fetch`. Another run would reach the network.
    const isInconclusive = history.length === 0 && plain.outcome.inconclusive !== undefined
    const outcome = isInconclusive ? plain.outcome : await this.run(history)
    const judgement = outcome.isApplicable
      ? await this.judge(history, outcome)
      : unreachedJudgement(history, outcome)
    return { outcome, judgement }
  }
}

const notReproducible = (first: Judgement, second: Judgement): Judgement => ({
  ...second,
  verdict: 'not reproducible',
  reason: `the first run is ${formatJudgement(first)}, the second is ${formatJudgement(second)}`,
})

const formatJudgement = ({ verdict, reason }: Judgement): string =>
  reason === undefined ? `"${verdict}"` : `"${verdict}" (${reason})`
