/** The result of an exploration. */
import { type Coverage, coverageSentence } from './coverage.ts'
import type { ExplorationFailure, JudgedHistory } from './failure.ts'
import type { ChoicePoint } from './choice-point.ts'
import type { ExploreSettings } from './explore-options.ts'
import { formatExploration } from './exploration-text.ts'
import { type Matrix, matrixFrom } from './matrix.ts'
import type { Verdict } from './judgement.ts'

/** The number of histories by what happened to them. */
export interface HistoryCounts {
  /** The number of histories that were run and judged. */
  readonly run: number
  /** Histories whose deviations found no choice point. */
  readonly pruned: number
  /** Histories that the budget did not allow. */
  readonly notRun: number
  /** The number of histories that were run, by their number of deviations. */
  readonly byDepth: readonly number[]
}

/** The JSON form of an exploration. */
export interface ExplorationJson {
  /** The version of this form. */
  readonly version: 1
  /** The name of the scenario. */
  readonly scenario: string
  /** Whether every history has an accepted verdict. */
  readonly ok: boolean
  /** The number that samples are drawn from. */
  readonly seed: number
  /** The number of choice points in the plain run. */
  readonly choicePoints: number
  /** The number of histories by what happened to them. */
  readonly histories: HistoryCounts
  /** What was covered, as one sentence. */
  readonly coverage: string
  /** The number of histories by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** The number of amplified histories. */
  readonly amplified: number
  /** The verdicts of the histories with one deviation. */
  readonly matrix: Matrix
  /** The failing histories, smallest first. */
  readonly failures: readonly ExplorationFailure[]
}

interface ExplorationParts {
  readonly scenario: string
  readonly points: readonly ChoicePoint[]
  readonly judged: readonly JudgedHistory[]
  readonly coverage: Coverage
  readonly failures: readonly ExplorationFailure[]
  readonly settings: ExploreSettings
}

/** What `explore` returns. */
export class Exploration {
  /** The name of the scenario. */
  readonly scenario: string
  /** The number of choice points in the plain run. */
  readonly choicePoints: number
  /** The number of histories by what happened to them. */
  readonly histories: HistoryCounts
  /** What was covered, as one sentence. */
  readonly coverage: string
  /** The number of histories by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** The number of amplified histories. */
  readonly amplified: number
  /** The failing histories, smallest first, grouped by equal difference. */
  readonly failures: readonly ExplorationFailure[]
  /** The verdicts of the histories with one deviation: a row for each choice point. */
  readonly matrix: Matrix
  /** Whether every history has an accepted verdict, and something was compared. */
  readonly ok: boolean
  /** The report as text: coverage, matrix, the smallest failing history, its difference and a ready test. */
  readonly text: string
  readonly #seed: number

  constructor({ scenario, points, judged, coverage, failures, settings }: ExplorationParts) {
    this.scenario = scenario
    this.choicePoints = points.length
    this.coverage = coverageSentence(coverage)
    this.failures = failures
    this.histories = historyCounts(judged, coverage)
    this.verdicts = verdictCounts(judged)
    this.amplified = judged.filter(({ judgement }) => judgement.isAmplified).length
    this.matrix = matrixFrom(points, judged)
    this.ok = failures.length === 0
    this.#seed = settings.seed
    this.text = formatExploration(this)
  }

  /** Returns the exploration as data, for `JSON.stringify`. */
  toJSON(): ExplorationJson {
    return {
      version: 1,
      scenario: this.scenario,
      ok: this.ok,
      seed: this.#seed,
      choicePoints: this.choicePoints,
      histories: this.histories,
      coverage: this.coverage,
      verdicts: this.verdicts,
      amplified: this.amplified,
      matrix: this.matrix,
      failures: this.failures,
    }
  }
}

function historyCounts(
  judged: readonly JudgedHistory[],
  { levels, pruned }: Coverage,
): HistoryCounts {
  const byDepth: number[] = []
  for (const { history } of judged) byDepth[history.length] = (byDepth[history.length] ?? 0) + 1
  const notRun = levels.reduce((sum, { total, run }) => sum + total - run, 0)
  return { run: judged.length, pruned, notRun, byDepth: Array.from(byDepth, (count) => count ?? 0) }
}

function verdictCounts(judged: readonly JudgedHistory[]): Partial<Record<Verdict, number>> {
  const counts: Partial<Record<Verdict, number>> = {}
  for (const { judgement } of judged) {
    counts[judgement.verdict] = (counts[judgement.verdict] ?? 0) + 1
  }
  return counts
}
