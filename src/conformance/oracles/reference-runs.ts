/** The runs that histories are compared with: the plain run, and quiet twins of histories that change the world. */
import { definitionOf, formatHistory, type History } from '../run/schedule.ts'
import { runHistory } from '../run/schedule-run.ts'
import type { PreparedScenario } from '../run/prepared-scenario.ts'
import type { DeviationKind } from '../deviations/deviations.ts'
import type { IsLeftOut } from './difference.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { RecentValues } from '../../engine/store/recent-values.ts'
import { watchHostUse } from '../../engine/clock/fake-timers/host-use.ts'
import { latePathsOf, unsteadyPaths } from './baseline-judgement.ts'
import {
  compareWithFreshStart,
  type FreshFindings,
  nothingFound,
  timedPatterns,
} from './fresh-start.ts'
import { matchesPattern } from './state-paths.ts'
import { judge, type Judgement, type ReferenceRun, runNames } from './judgement.ts'

/** What a history changed in the world. */
type WorldChanges = Pick<RunOutcome, 'acts' | 'lostRights'>

/** The plain run, with what is not compared. */
export interface BaselineRun extends ReferenceRun {
  /** The paths that differ between two runs without a deviation. */
  readonly unsteady: readonly string[]
  /** The patterns of paths that depend on time or on the integration's own numbering. */
  readonly timed: readonly string[]
  /** What a fresh start shows; absent if none was run. */
  readonly fresh?: FreshFindings
  /** The paths that only the final synchronization changes. */
  readonly late: readonly string[]
}

/** The number of quiet twins that are kept, each with its emulator. */
const twinsMin = 32

interface ReferenceOptions {
  /** Whether the end of the plain run is compared with fresh starts. Default: false. */
  readonly usesFreshStarts?: boolean
}

export class ReferenceRuns {
  #prepared: PreparedScenario
  readonly #options: ReferenceOptions
  readonly #twins = new RecentValues<string, Promise<RunOutcome>>(twinsMin, () => new Map())
  /** What the token loses, by the history that causes it alone. */
  readonly #losses = new Map<string, string>()
  #plain: Promise<BaselineRun> | undefined

  constructor(prepared: PreparedScenario, options: ReferenceOptions = {}) {
    this.#prepared = prepared
    this.#options = options
  }

  /** The prepared scenario, with what the plain run showed about it. */
  get prepared(): PreparedScenario {
    return this.#prepared
  }

  /** The plain run, with the paths in which its repetition differs. */
  plain(): Promise<BaselineRun> {
    return (this.#plain ??= this.#runPlain())
  }

  /**
   * Yields the runs that a history is compared with. It may end like any of them: a change between two pages may
   * end like one before the walk, or like one after it. None if the service refuses the change in every twin.
   */
  async *of(history: History, { acts, lostRights }: WorldChanges): AsyncIterable<ReferenceRun> {
    const plain = await this.plain()
    const changes = history.filter((each) => worldKinds.has(definitionOf(each).kind))
    if (changes.length === 0 && acts.length === 0) return void (yield plain)
    const name = formatHistory(changes)
    // Note: a quiet twin changes the world when the integration is idle, so that rights that are lost before the same
    // idle moment share a twin.
    if (history.length === 1 && lostRights[0]) this.#losses.set(name, lostRights[0])
    const times = acts.length === 0 ? (['after'] as const) : (['after', 'before'] as const)
    for (const when of times) {
      const key = `${this.#losses.get(name) ?? name} ${when} ${JSON.stringify(acts)}`
      const found = this.#twins.get(key)
      const twin = found ?? runHistory(this.#prepared, changes, { quiet: { acts, when } })
      if (!found) this.#twins.set(key, twin)
      const outcome = await twin
      if (acts.length === 0 || outcome.isApplicable)
        yield { ...plain, outcome, name: 'counterfactual run' }
    }
  }

  /** Judges the run of a history by the runs that it is compared with. */
  async judge(history: History, outcome: RunOutcome): Promise<Judgement> {
    const plain = await this.plain()
    return judge(outcome, this.of(history, outcome), plain.outcome)
  }

  async #runPlain(): Promise<BaselineRun> {
    const { result: first, use } = await watchHostUse(() => runHistory(this.#prepared, []))
    if (use) return baselineRun({ ...first, inconclusive: use.message }, [])
    if (first.movesTime) this.#prepared = { ...this.#prepared, movesTime: true }
    const outcome = first.movesTime ? await runHistory(this.#prepared, []) : first
    const unsteady = unsteadyPaths(outcome, await runHistory(this.#prepared, []))
    const isEnded = outcome.after && 'state' in outcome.after && outcome.problems.length === 0
    const canStart =
      outcome.synchronizes && isEnded && !outcome.unstable && outcome.process?.resets !== false
    const usesFreshStarts = this.#options.usesFreshStarts && canStart
    const timed = usesFreshStarts ? await timedPatterns(this.#prepared, outcome) : []
    const plain = baselineRun(outcome, unsteady, timed)
    return usesFreshStarts
      ? { ...plain, fresh: await this.freshFindings(outcome, [], plain) }
      : plain
  }

  /** Compares the end of a run with a fresh start. */
  freshFindings(
    outcome: RunOutcome,
    history: History,
    { unsteady, timed }: BaselineRun,
  ): Promise<FreshFindings> {
    if (outcome.process?.resets === false || !outcome.synchronizes)
      return Promise.resolve(nothingFound)
    const patterns = unsteady.map((path) => path.slice('state.'.length))
    return compareWithFreshStart(this.#prepared, history, outcome, [...timed, ...patterns])
  }
}

function baselineRun(
  outcome: RunOutcome,
  unsteady: readonly string[],
  timed: readonly string[] = [],
): BaselineRun {
  const isUnsteady = isOneOf(unsteady)
  const isLeftOut: IsLeftOut = (segments) =>
    isUnsteady(segments) || timed.some((pattern) => matchesPattern(`state.${pattern}`, segments))
  const late = latePathsOf(outcome, isLeftOut)
  const isLate = isOneOf(late)
  return { outcome, isLeftOut, isLate, name: runNames.expected, unsteady, timed, late }
}

const isOneOf = (paths: readonly string[]): IsLeftOut => {
  const known = new Set(paths)
  return (segments) => known.size > 0 && known.has(segments.join('.'))
}

/** The kinds of deviations that change the world itself, and not only how the integration learns of it. */
const worldKinds: ReadonlySet<DeviationKind> = new Set(['rights', 'assumptions'])
