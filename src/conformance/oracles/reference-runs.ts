/** The runs that schedules are compared with: the baseline run, and counterfactual runs of schedules that change the world. */
import { formatSchedule, type Schedule } from '../run/schedule.ts'
import { runSchedule } from '../run/schedule-run.ts'
import type { PreparedScenario } from '../run/prepared-scenario.ts'
import { kindOf } from '../deviations/kinds.ts'
import { type IsLeftOut, placedDifferences } from './difference.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { RecentValues } from '../../engine/store/recent-values.ts'
import { latePathsOf, unsteadyPaths } from './baseline-judgement.ts'
import {
  compareWithFreshStart,
  type FreshFindings,
  nothingFound,
  timedPatterns,
} from './fresh-start.ts'
import { stateDifferences } from './ending-differences.ts'
import { kindPatternOf, matchesPattern, pathPatternOf, withKeyedLists } from './state-paths.ts'
import { judge, type Judgement, type ReferenceRun, runNames } from './judgement.ts'

/** What a schedule changed in the world. */
type WorldChanges = Pick<RunOutcome, 'acts' | 'lostRights'>

/** The baseline run, with what is not compared. */
export interface BaselineRun extends ReferenceRun {
  /** The paths that differ between two runs without a deviation. */
  readonly unsteady: readonly string[]
  /** The patterns of paths that depend on time or on the integration's own numbering. */
  readonly timed: readonly string[]
  /** What a fresh start shows; absent if none was run. */
  readonly fresh?: FreshFindings
  /** The paths that only the final synchronization changes. */
  readonly late: readonly string[]
  /** Whether the state is compared after the final synchronization only. */
  readonly isEventual: boolean
}

/** The number of counterfactual runs that are kept, each with its emulator. */
const twinsMin = 32

/** Patterns of paths that no run compares. */
export interface LeftOutPatterns {
  /** They differ between two runs without a deviation. */
  readonly unsteady: readonly string[]
  /** They depend on time or on the integration's own numbering. */
  readonly timed: readonly string[]
}

export interface ReferenceOptions {
  /** Whether the end of the baseline run is compared with fresh starts. Default: false. */
  readonly usesFreshStarts?: boolean
  /** What earlier runs of the integration in the same world showed. Default: the baseline run is repeated to find out. */
  readonly leftOut?: LeftOutPatterns
  /** Whether the scenario is generated. Default: false. */
  readonly isGenerated?: boolean
  /** The problems that the integration reports whatever happens. Default: none. */
  readonly knownProblems?: readonly string[]
  /** The patterns of the records that the integration removed in a run. Later runs add patterns. Default: none. */
  readonly removedPatterns?: ReadonlySet<string>
}

export class ReferenceRuns {
  #prepared: PreparedScenario
  readonly #options: ReferenceOptions
  readonly #twins = new RecentValues<string, Promise<RunOutcome>>(twinsMin, () => new Map())
  /** What the token loses, by the schedule that causes it alone. */
  readonly #losses = new Map<string, string>()
  #baseline: Promise<BaselineRun> | undefined

  constructor(prepared: PreparedScenario, options: ReferenceOptions = {}) {
    this.#prepared = prepared
    this.#options = options
  }

  /** The prepared scenario, with what the baseline run showed about it. */
  get prepared(): PreparedScenario {
    return this.#prepared
  }

  /** The baseline run, with the paths in which its repetition differs. */
  baseline(): Promise<BaselineRun> {
    return (this.#baseline ??= this.#runBaseline())
  }

  /**
   * Yields the runs that a schedule is compared with. It may end like any of them: a change between two pages may
   * end like one before the walk, or like one after it. None if the service refuses the change in every twin.
   */
  async *of(schedule: Schedule, { acts, lostRights }: WorldChanges): AsyncIterable<ReferenceRun> {
    const baseline = withoutRestless(await this.baseline())
    const changes = schedule.filter((each) => kindOf(each.name).comparedWith !== undefined)
    if (changes.length === 0 && acts.length === 0) return void (yield baseline)
    // Note: a counterfactual run changes the world when the integration is idle, so that rights that are lost before the same
    // idle moment share a twin.
    if (schedule.length === 1 && lostRights[0])
      this.#losses.set(formatSchedule(changes), lostRights[0])
    const isCombined = schedule.length > 1
    let isFound = false
    for await (const outcome of this.#twinsOf(changes, acts)) {
      isFound = true
      yield { ...baseline, outcome, isCombined, name: 'counterfactual run' }
    }
    // Note: without the change between two pages, the integration may not make the call that loses the right.
    if (isFound || lostRights.length === 0 || !isCombined) return
    for await (const outcome of this.#twinsOf([], acts))
      yield { ...baseline, outcome, isCombined, name: 'counterfactual run' }
  }

  /** Runs the twins in which a change of the world happens between steps. None if the service refuses it. */
  async *#twinsOf(changes: Schedule, acts: WorldChanges['acts']): AsyncIterable<RunOutcome> {
    const name = formatSchedule(changes)
    const times =
      acts.length === 0 ? (['after'] as const) : (['after', 'before', 'within'] as const)
    for (const when of times) {
      const key = `${this.#losses.get(name) ?? name} ${when} ${JSON.stringify(acts)}`
      const found = this.#twins.get(key)
      const twin = found ?? runSchedule(this.#prepared, changes, { counterfactual: { acts, when } })
      if (!found) this.#twins.set(key, twin)
      const outcome = await twin
      if (acts.length === 0 || outcome.isApplicable) yield outcome
    }
  }

  /** Judges the run of a schedule by the runs that it is compared with. */
  async judge(schedule: Schedule, outcome: RunOutcome): Promise<Judgement> {
    const baseline = await this.baseline()
    const judged = await judge(outcome, this.of(schedule, outcome), baseline.outcome)
    if (judged.hasSameEnding || outcome.lostRights.length === 0) return judged
    // Note: an integration that has done its work by other calls ends like a run that loses no right.
    const undisturbed = await judge(outcome, [withoutRestless(baseline)], baseline.outcome)
    return undisturbed.hasSameEnding ? undisturbed : judged
  }

  async #runBaseline(): Promise<BaselineRun> {
    const first = await runSchedule(this.#prepared, [], { refusesHostUse: true })
    if (first.hostUse !== undefined) return baselineRun({ ...first, inconclusive: first.hostUse })
    const isRepeated = first.movesTime && !this.#prepared.movesTime
    if (isRepeated) this.#prepared = { ...this.#prepared, movesTime: true }
    const outcome = isRepeated ? await runSchedule(this.#prepared, []) : first
    const known = this.#options.leftOut
    const second = known ? outcome : await runSchedule(this.#prepared, [])
    if (second.failed !== undefined && outcome.failed === undefined)
      return baselineRun({ ...outcome, failed: second.failed })
    if (sharesState(outcome, second))
      return baselineRun({ ...outcome, inconclusive: sharedStateReason })
    const unsteady = known?.unsteady ?? unsteadyPaths(outcome, second)
    const isEnded = outcome.after && 'state' in outcome.after && outcome.problems.length === 0
    const canStart =
      outcome.synchronizes && isEnded && !outcome.unstable && outcome.process?.resets !== false
    const usesFreshStarts = this.#options.usesFreshStarts && canStart
    const timed =
      known?.timed ?? (usesFreshStarts ? await timedPatterns(this.#prepared, outcome) : [])
    // Note: without a delivery, nothing but a synchronization tells of a change.
    const isEventual =
      this.#prepared.scenario.eventual === true || outcome.eventNames.size === 0 || outcome.isLossy
    const { isGenerated = false, knownProblems = [] } = this.#options
    const baseline = {
      ...baselineRun(outcome, { unsteady, timed }, isEventual),
      isGenerated,
      knownProblems,
    }
    if (!usesFreshStarts) return baseline
    const fresh = await this.freshFindings(outcome, [], baseline)
    const kept = new Set(fresh.kept.map(({ segments }) => pathPatternOf(segments)))
    const { removedPatterns = new Set() } = this.#options
    const isKept: IsLeftOut = (segments) => {
      const within = segments.slice(1)
      return kept.has(pathPatternOf(within)) && !removedPatterns.has(kindPatternOf(within))
    }
    return { ...baseline, fresh, isKept }
  }

  /** Compares the end of a run with a fresh start. */
  freshFindings(
    outcome: RunOutcome,
    schedule: Schedule,
    { unsteady, timed }: BaselineRun,
  ): Promise<FreshFindings> {
    if (outcome.process?.resets === false || !outcome.synchronizes)
      return Promise.resolve(nothingFound)
    const patterns = unsteady.map((path) => path.slice('state.'.length))
    return compareWithFreshStart(this.#prepared, schedule, outcome, [...timed, ...patterns])
  }
}

/** Whether a new instance of the integration starts with records that an earlier one had at its end. */
export function sharesState(earlier: StartingRun, later: StartingRun): boolean {
  if (earlier.firstState === later.firstState || earlier.process?.resets === false) return false
  const [first, second] = [earlier, later].map(({ firstState = 'null' }) =>
    withKeyedLists(JSON.parse(firstState)),
  )
  // Note: a value that each instance has another one of depends on time, or is a number of its own.
  return placedDifferences(first, second).some((each) => !('expected' in each))
}

type StartingRun = Pick<RunOutcome, 'firstState' | 'process'>

export const sharedStateReason =
  '`state()` of a new instance is that of an earlier one. Create the state inside `connect`, not beside it'

function baselineRun(
  outcome: RunOutcome,
  { unsteady, timed }: LeftOutPatterns = { unsteady: [], timed: [] },
  isEventual = false,
): BaselineRun {
  const patterns = [...unsteady, ...timed.map((pattern) => `state.${pattern}`)]
  const isLeftOut: IsLeftOut = (segments) =>
    patterns.some((pattern) => matchesPattern(pattern, segments))
  const late = isEventual ? [] : latePathsOf(outcome, isLeftOut)
  const isLate = isEventual ? (): boolean => true : isOneOf(late)
  const name = runNames.expected
  return { outcome, isLeftOut, isLate, isEventual, name, unsteady, timed, late }
}

/** The baseline run without what each synchronization changes: its own judgement says that it reaches no fixed point. */
function withoutRestless(baseline: BaselineRun): BaselineRun {
  const { unstable, after } = baseline.outcome
  if (!unstable) return baseline
  const { isLeftOut } = baseline
  const restless = stateDifferences(unstable, after, { isLeftOut }).map(({ segments }) =>
    pathPatternOf(segments),
  )
  return {
    ...baseline,
    isLeftOut: (segments) =>
      isLeftOut(segments) || restless.some((pattern) => matchesPattern(pattern, segments)),
  }
}

const isOneOf = (paths: readonly string[]): IsLeftOut => {
  const known = new Set(paths)
  return (segments) => known.size > 0 && known.has(segments.join('.'))
}
