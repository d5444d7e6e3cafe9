/** Runs the schedules of one scenario within a budget. */
import { createRandom } from '../../engine/store/random.ts'
import type { ChoicePoint } from '../deviations/deviation.ts'
import { type DeviationKind, deviationModules, kindOf } from '../deviations/kinds.ts'
import type { Judgement } from '../oracles/judgement.ts'
import { formatOrder } from '../run/delivery-order.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { PreparedScenario } from '../run/prepared-scenario.ts'
import type { Schedule } from '../run/schedule.ts'
import { absenceReason, absentKinds, applicableKinds } from './absent-kinds.ts'
import type { Coverage, FollowingCount, LevelCount, OrderCount } from './coverage.ts'
import { countOrders, DeliveryOrders } from './delivery-orders.ts'
import { type ExploredSchedule, Level } from './enumeration.ts'
import { Exploration, explorationJsonFrom } from './exploration.ts'
import { ExplorationLimits } from './exploration-limits.ts'
import { type ExplorationParts, type FailureOfShard, runCount } from './exploration-parts.ts'
import { type ExploreOptions, type ExploreSettings, shardOptionsFrom } from './explore-options.ts'
import { causeNotes, notesOf } from './notes.ts'
import { ScheduleJudge } from './schedule-judge.ts'
import { groupKeyOf, ScheduleResults } from './schedule-results.ts'
import { isOwnSchedule } from './shard.ts'
import { unreachedJudgement } from './unreached-judgement.ts'
import { defined } from '../../engine/errors/defined.ts'

type Progress = Pick<ExploreOptions, 'progress' | 'signal' | 'replay'>

export class Explorer {
  readonly #prepared: PreparedScenario
  readonly #settings: ExploreSettings
  readonly #options: Progress
  readonly #limits: ExplorationLimits
  readonly #levels: LevelCount[] = []
  readonly #judge: ScheduleJudge
  readonly #results: ScheduleResults
  #orders: OrderCount | undefined
  #absentKinds: readonly DeviationKind[] = []
  /** The number of schedules that used the budget, also those that other shards report. */
  #used = 0
  #prunedCount = 0
  /** The schedules that follow from those with one deviation, with the index of these. */
  readonly #following: { readonly index: number; readonly schedule: Schedule }[] = []
  #followingCount: FollowingCount | undefined
  /** The index of the next schedule. The baseline run has the index 0. */
  #nextIndex = 1
  readonly #points = new Map<string, ChoicePoint>()

  constructor(prepared: PreparedScenario, settings: ExploreSettings, options: Progress) {
    this.#prepared = prepared
    this.#settings = settings
    this.#options = options
    this.#limits = new ExplorationLimits(settings, options)
    this.#judge = new ScheduleJudge(prepared)
    this.#results = new ScheduleResults(settings.accept)
  }

  async explore(replayed: Schedule | undefined): Promise<Exploration> {
    const { outcome } = await this.#judge.references.baseline()
    const judgement = await this.#judge.judgeBaseline()
    this.#reportProgress()
    if (judgement.verdict === 'converged') {
      if (!replayed) await this.#exploreLevels(outcome)
      else if (replayed.length > 0) await this.#replay(replayed)
    }
    const parts = await this.#parts(judgement, replayed)
    return new Exploration(explorationJsonFrom(parts, this.#settings.shard))
  }

  async #parts(judgement: Judgement, replayed: Schedule | undefined): Promise<ExplorationParts> {
    const baseline = await this.#judge.references.baseline()
    const { depth, kinds, seed, replayOptions } = this.#settings
    const absent = absentKinds(baseline.outcome, kinds)
    const failures = await this.#failures()
    const { hostTimer } = this.#judge
    return {
      scenario: this.#prepared.scenario.name,
      seed,
      options: shardOptionsFrom(this.#settings),
      ...(replayOptions && { replayOptions }),
      points: baseline.outcome.points.map(({ id }) => id),
      baseline: await this.#judge.failure({ schedule: [], judgement, count: 1 }),
      needsSchedules: replayed === undefined && depth > 0,
      ...(absent.length === kinds.size && { absence: absenceReason(absent, baseline.outcome) }),
      counts: this.#results.counts,
      cells: this.#results.cells,
      coverage: this.#coverage(),
      failures,
      notes: [
        ...notesOf(baseline, depth > 0 ? kinds : new Set()),
        ...(failures.length > 0 ? causeNotes({ ...baseline.outcome, hostTimer }) : []),
      ],
      kept: baseline.fresh?.kept ?? [],
      removedPatterns: [...this.#judge.removedPatterns],
    }
  }

  /** The failures. Groups whose shortest schedule is the same are one failure. */
  async #failures(): Promise<readonly FailureOfShard[]> {
    const found = new Map<string, FailureOfShard>()
    for (const { index, ...group } of this.#results.groups.values()) {
      const failure = await this.#judge.failure(group)
      const key = groupKeyOf(failure.deviations, group.judgement)
      const known = found.get(key)
      const count = failure.count + (known?.failure.count ?? 0)
      const first = known ?? { key, index, failure }
      found.set(key, { ...first, failure: { ...first.failure, count } })
    }
    return [...found.values()]
  }

  #coverage(): Coverage {
    const cut = this.#limits.cutReason()
    return {
      levels: this.#levels,
      ...defined({ orders: this.#orders, following: this.#followingCount }),
      pruned: this.#prunedCount,
      ...(this.#absentKinds.length > 0 && { absentKinds: this.#absentKinds }),
      ...(cut && { cut }),
    }
  }

  async #exploreLevels(baselineRun: RunOutcome): Promise<void> {
    const { depth: depthMax, namesKinds, seed } = this.#settings
    const kinds = applicableKinds(this.#settings.kinds, baselineRun)
    if (namesKinds && depthMax > 0)
      this.#absentKinds = absentKinds(baselineRun, this.#settings.kinds)
    const baseline: ExploredSchedule = { schedule: [], points: baselineRun.points }
    const random = createRandom(seed)
    let explored: readonly ExploredSchedule[] = [baseline]
    for (let depth = 1; depth <= depthMax && explored.length > 0; depth += 1) {
      const level = new Level(explored, { baseline, kinds, random, budget: this.#budget() })
      explored = await this.#exploreLevel(level, depth)
      // Note: a level that was not run completely does not give the choice points of the next one.
      if (this.#isEnded()) break
      if (depthMax === 1) await this.#exploreFollowing()
      if (depth === 1 && depthMax > 1) await this.#exploreOrders(baselineRun)
    }
  }

  /** Runs a level. The last one is divided between the shards; earlier ones find the choice points of the next. */
  async #exploreLevel(level: Level, depth: number): Promise<readonly ExploredSchedule[]> {
    const isLast = depth === this.#settings.depth || level.total >= this.#budget()
    const next: ExploredSchedule[] = []
    const count = { depth, total: level.total, run: 0 }
    this.#levels.push(count)
    for (const schedule of level.schedules()) {
      if (this.#isOver()) break
      this.#used += 1
      const index = this.#takeIndex()
      if (this.#owns(index)) count.run += 1
      else if (isLast) continue
      const outcome = await this.#judge.run(schedule)
      if (this.#owns(index)) await this.#recordRun(index, schedule, outcome)
      if (outcome.isApplicable && !isLast)
        next.push({ schedule, points: this.#shared(outcome.points) })
    }
    return next
  }

  /** The same points, as the objects of earlier runs: the points of many schedules are kept. */
  #shared(points: readonly ChoicePoint[]): readonly ChoicePoint[] {
    return points.map((point) => {
      const key = `${point.type} ${point.id}`
      const known = this.#points.get(key)
      if (!known) this.#points.set(key, point)
      return known ?? point
    })
  }

  /** Runs all orders of steps and deliveries, if their number fits the budget. */
  async #exploreOrders({
    stepsOfDeliveries,
    stepCount,
    movesTime,
    commute,
  }: RunOutcome): Promise<void> {
    const { kinds, prune } = this.#settings
    // Note: the final synchronization counts as a step, and no delivery waits for it.
    const total = countOrders(stepCount - 1, stepsOfDeliveries)
    const hasOrders = kinds.has(kindOf('order').kind) && !movesTime && total > 1
    if (!hasOrders || total > this.#budget()) return
    const orders = new DeliveryOrders(prune ? commute : undefined)
    const count = { total, run: 0, isComplete: false }
    this.#orders = count
    while (!count.isComplete && !this.#isOver()) {
      const isOwn = this.#owns(this.#nextIndex)
      const index = this.#takeIndex()
      const outcome = await this.#judge.run([], { order: orders.start() })
      if (outcome.isKnown) this.#prunedCount += isOwn ? 1 : 0
      else {
        this.#used += 1
        if (isOwn) {
          count.run += 1
          const schedule = [{ name: 'order', point: formatOrder(outcome.order) }]
          await this.#recordRun(index, schedule, outcome)
        }
      }
      count.isComplete = !orders.advance()
    }
  }

  async #replay(schedule: Schedule): Promise<void> {
    this.#levels.push({ depth: schedule.length, total: 1, run: 1 })
    const outcome = await this.#judge.run(schedule)
    const judgement = outcome.isApplicable
      ? await this.#judge.judge(schedule, outcome)
      : unreachedJudgement(schedule, outcome)
    this.#record(this.#takeIndex(), schedule, judgement)
  }

  async #recordRun(index: number, schedule: Schedule, outcome: RunOutcome): Promise<void> {
    this.#limits.note(outcome)
    const isLeftOut = !outcome.isApplicable || outcome.isUnplayable
    if (isLeftOut && this.#settings.prune) this.#prunedCount += 1
    else this.#record(index, schedule, await this.#judge.judge(schedule, outcome))
    if (!isLeftOut) await this.#addFollowing(index, schedule, outcome)
  }

  /** Adds the schedules with the deviations that kinds add to the only one of a run. */
  async #addFollowing(index: number, schedule: Schedule, outcome: RunOutcome): Promise<void> {
    if (this.#settings.depth !== 1) return
    const baseline = await this.#judge.references.baseline()
    for (const { kind, companion } of deviationModules) {
      if (!this.#settings.kinds.has(kind)) continue
      const { before, after } = companion?.(outcome, baseline.outcome) ?? {}
      const both = [before ?? [], schedule, after ?? []].flat()
      const isRepeated = schedule.some(({ name }) => name === (before ?? after)?.name)
      if (both.length > 1 && !isRepeated) this.#following.push({ index, schedule: both })
    }
  }

  /** Runs the schedules with two deviations of which the first one suggests the other. */
  async #exploreFollowing(): Promise<void> {
    if (this.#following.length === 0 || this.#isOver()) return
    const { number, count: shards } = this.#settings.shard ?? { number: 1, count: 1 }
    // Note: the shares of all shards are the budget together.
    const budget = Math.floor((this.#budget() + shards - number) / shards)
    const count = { total: this.#following.length, run: 0 }
    this.#followingCount = count
    for (const { index, schedule } of this.#following) {
      if (count.run >= budget || this.#isEnded()) break
      count.run += 1
      const run = await this.#judge.run(schedule)
      if (run.isApplicable && !run.isUnplayable)
        this.#record(index, schedule, await this.#judge.judge(schedule, run))
    }
  }

  #record(index: number, schedule: Schedule, judgement: Judgement): void {
    this.#results.record({ index, schedule }, judgement)
    this.#reportProgress()
  }

  #reportProgress(): void {
    const { counts, failureCount } = this.#results
    this.#options.progress?.({
      run: 1 + runCount(counts),
      runs: this.#knownRuns(),
      failures: failureCount,
    })
  }

  /** The baseline run, and the schedules of the levels and orders that began, within the budget. */
  #knownRuns(): number {
    const begun = [this.#levels, this.#orders ?? [], this.#followingCount ?? []].flat()
    const total = begun.reduce((sum, { total: each }) => sum + each, 0)
    return 1 + Math.min(total, this.#settings.runs)
  }

  #takeIndex(): number {
    this.#nextIndex += 1
    return this.#nextIndex - 1
  }

  #owns(index: number): boolean {
    return isOwnSchedule(this.#settings.shard, index)
  }

  #isEnded(): boolean {
    return this.#limits.isOver(this.#results.failureCount)
  }

  /** The number of schedules that may still run. */
  #budget(): number {
    return this.#settings.runs - this.#used
  }

  #isOver(): boolean {
    return this.#budget() <= 0 || this.#isEnded()
  }
}
