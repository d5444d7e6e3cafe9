/** The result of an exploration. */
import { type Coverage, coverageSentence } from './coverage.ts'
import type { DeviationKind } from './deviations.ts'
import type { ExplorationFailure } from './failure.ts'
import { formatExploration } from './exploration-text.ts'
import { type Matrix, matrixFrom } from './matrix.ts'
import type { HistoryResults } from './history-results.ts'
import type { Verdict } from './judgement.ts'
import { formatExplorationJunit } from './report/exploration-junit.ts'
import type { ReplayOptions } from './report/replay-test.ts'
import { reportToHTML } from '../../report/page/report-page.ts'
import { explorationReport } from '../report/reports.ts'
import type { Shard } from './shards/shard.ts'

/** The number of histories by what happened to them. */
export interface HistoryCounts {
  /** The number of histories that were run and judged. */
  readonly run: number
  /** Histories whose deviations found no choice point, or that equal others. */
  readonly pruned: number
  /** Histories that the budget did not allow. */
  readonly notRun: number
  /** The number of histories that were run, by their number of deviations. */
  readonly byDepth: readonly number[]
  /** The number of orders of steps and deliveries that were run. */
  readonly orders: number
}

/** The options that all shards of one exploration share, with their defaults. */
export interface ShardOptions {
  /** The kinds of deviations. */
  readonly deviations: readonly DeviationKind[]
  /** The largest number of deviations in a history. */
  readonly depth: number
  /** The number of histories to run. */
  readonly runs: number
  /** The verdicts that do not fail. */
  readonly accept: readonly Verdict[]
  /** Whether histories were left out. */
  readonly prune: boolean
}

/** What `mergeExplorations` needs from one shard. */
export interface ExplorationShard extends Shard {
  /** The options of the exploration. */
  readonly options: ShardOptions
  /** What the shard covered. */
  readonly coverage: Coverage
  /** The choice points of the plain run. */
  readonly points: readonly string[]
  /** The groups of failures, in the order of `failures`: a key, and the index of the first history. */
  readonly groups: readonly { readonly key: string; readonly index: number }[]
  /**
   * The failure of the plain run in case that no shard ran a history. Present if this shard ran only the plain
   * run, because it left out its histories.
   */
  readonly noHistoryFailure?: ExplorationFailure
}

/** The JSON form of an exploration. */
export interface ExplorationJson {
  /** The version of this form. */
  readonly version: 1
  /** The name of the scenario. */
  readonly scenario: string
  /** Whether every history has an accepted verdict, and something was compared. */
  readonly ok: boolean
  /** The seed of the samples. */
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
  /** What was not compared or did not run, and what is no failure: sentences for people. */
  readonly notes: readonly string[]
  /** The options that a replay needs too. Absent if they have their defaults. */
  readonly replayOptions?: ReplayOptions
  /** The part of the exploration that this shard ran. Absent without shards. */
  readonly shard?: ExplorationShard
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
  /** What was not compared or did not run, and what is no failure: sentences for people. */
  readonly notes: readonly string[]
  /** The report as text: coverage, matrix, the smallest failing history, its difference and a ready test. */
  readonly text: string
  readonly #json: ExplorationJson

  constructor(json: ExplorationJson) {
    this.scenario = json.scenario
    this.choicePoints = json.choicePoints
    this.coverage = json.coverage
    this.failures = json.failures
    this.histories = json.histories
    this.verdicts = json.verdicts
    this.amplified = json.amplified
    this.matrix = json.matrix
    this.ok = json.ok
    this.notes = json.notes
    this.text = formatExploration(json)
    this.#json = json
  }

  /** Returns the exploration as data, for `JSON.stringify`. */
  toJSON(): ExplorationJson {
    return this.#json
  }

  /**
   * Returns one HTML file that needs no network: each failing history with what happened in it beside its reference
   * run, its difference and its replay text, and the matrix as a heat map.
   *
   * @example
   * writeFileSync('exploration.html', exploration.toHTML())
   */
  toHTML(): string {
    return reportToHTML(explorationReport(this.#json))
  }

  /** Returns a JUnit file: a case for the plain run, and a failed case for each failing history. */
  toJUnit(): string {
    return formatExplorationJunit(this.#json)
  }
}

interface ExplorationParts {
  readonly scenario: string
  readonly seed: number
  /** The ids of the choice points of the plain run. */
  readonly points: readonly string[]
  readonly results: Omit<
    HistoryResults,
    'groups' | 'failureCount' | 'nextIndex' | 'owns' | 'record' | 'replacePlain'
  >
  readonly coverage: Coverage
  readonly failures: readonly ExplorationFailure[]
  readonly notes: readonly string[]
  readonly replayOptions: ReplayOptions | undefined
  readonly shard?: ExplorationShard
}

export function explorationJsonFrom(parts: ExplorationParts): ExplorationJson {
  const { scenario, seed, points, results, coverage, failures, notes } = parts
  const { replayOptions, shard } = parts
  const { run, orders, verdicts, amplified, cells } = results
  const { levels, pruned } = coverage
  const notRun = levels.reduce((sum, level) => sum + level.total - level.run, 0)
  const byDepth = Array.from(results.byDepth, (count) => count ?? 0)
  return {
    version: 1,
    scenario,
    ok: failures.length === 0,
    seed,
    choicePoints: points.length,
    histories: { run, pruned, notRun, byDepth, orders },
    coverage: coverageSentence(coverage),
    verdicts,
    amplified,
    matrix: matrixFrom(points, cells),
    failures,
    notes,
    ...(replayOptions && { replayOptions }),
    ...(shard && { shard }),
  }
}
