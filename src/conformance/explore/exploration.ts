/** The result of an exploration. */
import { verdictTable, type Verdict } from '../oracles/verdict.ts'
import { coverageSentence } from './coverage.ts'
import {
  addVerdict,
  type ExplorationParts,
  judgedBaseline,
  runCount,
  type VerdictCounts,
} from './exploration-parts.ts'
import { formatExploration } from './exploration-text.ts'
import type { ExplorationFailure } from './failure.ts'
import { type Matrix, matrixFrom } from './matrix.ts'
import { formatExplorationJunit } from './report/exploration-junit.ts'
import type { ReplayOptions } from './report/replay-test.ts'
import { reportToHTML } from '../../report/page/report-page.ts'
import { explorationReport } from '../report/reports.ts'
import { isOwnSchedule, type Shard } from './shard.ts'

/** The number of schedules by what happened to them. */
export interface ScheduleCounts {
  /** The number of schedules that were run and judged, with the baseline run. */
  readonly run: number
  /** Schedules whose deviations found no choice point, or that equal others. */
  readonly pruned: number
  /** Schedules that the budget did not allow. */
  readonly notRun: number
  /** The number of schedules that were run, by their number of deviations. */
  readonly byDepth: readonly number[]
  /** The number of orders of steps and deliveries that were run. */
  readonly orders: number
}

/** What `mergeExplorations` needs from one shard. */
export interface ExplorationShard extends Shard {
  /** The counts and failures of the shard. */
  readonly parts: ExplorationParts
}

/** The JSON form of an exploration. */
export interface ExplorationJson {
  /** The version of this form. */
  readonly version: 1
  /** The name of the scenario. */
  readonly scenario: string
  /** Whether every schedule has an accepted verdict, and something was compared. */
  readonly ok: boolean
  /** The seed of the samples. */
  readonly seed: number
  /** The number of choice points in the baseline run. */
  readonly choicePoints: number
  /** The number of schedules by what happened to them. */
  readonly schedules: ScheduleCounts
  /** What was covered, as one sentence. */
  readonly coverage: string
  /** The number of schedules by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** The number of amplified schedules. */
  readonly amplified: number
  /** The verdicts of the schedules with one deviation. */
  readonly matrix: Matrix
  /** The failing schedules, smallest first. */
  readonly failures: readonly ExplorationFailure[]
  /** Replay texts for the option `corpus`. Absent if the exploration has a scenario. */
  readonly corpus?: readonly string[]
  /** What was not compared or did not run, and what is no failure: sentences for people. */
  readonly notes: readonly string[]
  /** The options that a replay needs too. Absent if they have their defaults. */
  readonly replayOptions?: ReplayOptions
  /** The part of the exploration that this shard ran. Absent without shards. */
  readonly shard?: ExplorationShard
  /** The real time in milliseconds. Only the JSON of the command has it. */
  readonly durationMs?: number
}

/** What `explore` returns. */
export class Exploration {
  /** The name of the scenario. */
  readonly scenario: string
  /** The number of choice points in the baseline run. */
  readonly choicePoints: number
  /** The number of schedules by what happened to them. */
  readonly schedules: ScheduleCounts
  /** What was covered, as one sentence. */
  readonly coverage: string
  /** The number of schedules by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** The number of amplified schedules. */
  readonly amplified: number
  /** The failing schedules, smallest first, grouped by kind of deviation and by difference. */
  readonly failures: readonly ExplorationFailure[]
  /** The verdicts of the schedules with one deviation: a row for each choice point. */
  readonly matrix: Matrix
  /** Whether every schedule has an accepted verdict, and something was compared. */
  readonly ok: boolean
  /**
   * Replay texts for the option `corpus` of a later exploration: failures, long sequences of new acts, and the given ones whose
   * acts still apply. Empty if the exploration has a scenario.
   */
  readonly corpus: readonly string[]
  /** What was not compared or did not run, and what is no failure: sentences for people. */
  readonly notes: readonly string[]
  /** The report as text: coverage, matrix, the smallest failing schedule, its difference and a ready test. */
  readonly text: string
  readonly #json: ExplorationJson

  constructor(json: ExplorationJson) {
    this.scenario = json.scenario
    this.choicePoints = json.choicePoints
    this.coverage = json.coverage
    this.failures = json.failures
    this.schedules = json.schedules
    this.verdicts = json.verdicts
    this.amplified = json.amplified
    this.matrix = json.matrix
    this.ok = json.ok
    this.corpus = json.corpus ?? []
    this.notes = json.notes
    this.text = formatExploration(json)
    this.#json = json
  }

  /** Returns the exploration as data, for `JSON.stringify`. */
  toJSON(): ExplorationJson {
    return this.#json
  }

  /**
   * Returns one HTML file that needs no network: each failing schedule with what happened in it beside its reference
   * run, its difference and its replay text, and the matrix as a heat map.
   *
   * @example
   * writeFileSync('exploration.html', exploration.toHTML())
   */
  toHTML(): string {
    return reportToHTML(explorationReport(this.#json))
  }

  /** Returns a JUnit file: a case for the baseline run, and a failed case for each failing schedule. */
  toJUnit(): string {
    return formatExplorationJunit(this.#json)
  }
}

/** Derives the result from the parts of an exploration, or of one shard. */
export function explorationJsonFrom(parts: ExplorationParts, shard?: Shard): ExplorationJson {
  const { scenario, seed, points, coverage, corpus, notes, replayOptions } = parts
  const baseline = judgedBaseline(parts, shard)
  const isFailing = !isAccepted(baseline, parts.options.accept)
  // Note: every shard runs the baseline run. One that others report as well is counted by the first shard.
  const counts = isFailing || isOwnSchedule(shard, 0) ? withBaseline(parts, baseline) : parts.counts
  const failures = [
    ...(isFailing ? [baseline] : []),
    ...parts.failures.map(({ failure }) => failure),
  ].sort((a, b) => a.deviations.length - b.deviations.length)
  return {
    version: 1,
    scenario,
    ok: failures.length === 0,
    seed,
    choicePoints: new Set(points).size,
    schedules: {
      run: runCount(counts),
      pruned: coverage.pruned,
      notRun: [coverage.levels, coverage.following ?? []]
        .flat()
        .reduce((sum, { total, run }) => sum + total - run, 0),
      byDepth: counts.byDepth,
      orders: counts.orders,
    },
    coverage: coverageSentence(coverage),
    verdicts: counts.verdicts,
    amplified: counts.amplified,
    matrix: matrixFrom(points, new Map(parts.cells)),
    failures,
    ...(corpus && { corpus }),
    notes,
    ...(replayOptions && { replayOptions }),
    ...(shard && { shard: { ...shard, parts } }),
  }
}

const withBaseline = (
  { counts }: ExplorationParts,
  { verdict, isAmplified }: ExplorationFailure,
): VerdictCounts => addVerdict(counts, verdict, { isAmplified, depth: 0 })

/** A baseline run without an ending is never accepted, because nothing was compared. */
const isAccepted = ({ verdict }: ExplorationFailure, accept: readonly Verdict[]): boolean =>
  accept.includes(verdict) && verdictTable[verdict].hasEnding
