/** Runs the histories of one exploration within its budget. */
import { createRandom } from '../../engine/store/random.ts'
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'
import { absentKinds, applicableKinds } from './absent-kinds.ts'
import type { ChoicePoint } from './choice-point.ts'
import type { Coverage, LevelCount, OrderCount } from './coverage.ts'
import { countOrders, DeliveryOrders } from './orders/delivery-orders.ts'
import { formatOrder } from './orders/delivery-schedule.ts'
import type { DeviationKind } from './deviations.ts'
import { type ExploredHistory, Level } from './enumeration.ts'
import { Exploration, explorationJsonFrom } from './exploration.ts'
import { type ExploreOptions, type ExploreSettings, shardOptionsFrom } from './explore-options.ts'
import { judgeKept } from './fresh-judgement.ts'
import type { ExplorationFailure } from './failure.ts'
import type { History } from './history.ts'
import { HistoryJudge } from './history-judge.ts'
import { failureKeyOf, HistoryResults, kindsOf, plainGroup } from './history-results.ts'
import type { Judgement } from './judgement.ts'
import { noHistoryReasonOf, unreachedJudgement } from './unreached-judgement.ts'
import type { RunOutcome } from './outcome.ts'
import { notesOf } from './notes.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { defined } from '../../engine/errors/defined.ts'

interface FoundFailure {
  readonly failure: ExplorationFailure
  readonly key: string
  /** The index of its first history. */
  readonly index: number
}

type Progress = Pick<ExploreOptions, 'progress' | 'signal' | 'replay'>

export class Explorer {
  readonly #prepared: PreparedScenario
  readonly #settings: ExploreSettings
  readonly #options: Progress
  readonly #startedMs = monotonicNowMs()
  readonly #levels: LevelCount[] = []
  readonly #judge: HistoryJudge
  readonly #results: HistoryResults
  #orders: OrderCount | undefined
  #absentKinds: readonly DeviationKind[] = []
  /** The number of histories that used the budget, also those that other shards report. */
  #used = 0
  #prunedCount = 0
  /** The failure of the plain run, if no other shard runs a history. */
  #noHistoryFailure: ExplorationFailure | undefined
  readonly #points = new Map<string, ChoicePoint>()

  constructor(prepared: PreparedScenario, settings: ExploreSettings, options: Progress) {
    this.#prepared = prepared
    this.#settings = settings
    this.#options = options
    const runsHistories = options.replay === undefined && settings.depth > 0
    this.#judge = new HistoryJudge(prepared, runsHistories ? settings.kinds : undefined)
    this.#results = new HistoryResults(settings.accept, settings.shard)
  }

  async explore(replayed: History | undefined): Promise<Exploration> {
    const plain = await this.#judge.references.plain()
    const judgement = await this.#judge.judge([], plain.outcome)
    const isConclusive = judgement.verdict === 'same'
    const index = this.#results.nextIndex()
    if (isConclusive || this.#results.owns(index)) this.#record(index, [], judgement)
    // Note: no shard runs a history, so each of them reports the plain run.
    else this.#results.record(index, [], judgement)
    if (isConclusive && replayed && replayed.length > 0) await this.#replay(replayed)
    else if (isConclusive && !replayed) {
      await this.#exploreLevels(plain.outcome)
      await this.#judgeWithoutHistories(plain.outcome)
      await this.#judgeKept()
    }
    return this.#exploration(plain.outcome.points.map(({ id }) => id))
  }

  /** Fails the plain run if it keeps records of a pattern that the integration removed in a run. */
  async #judgeKept(): Promise<void> {
    const { fresh } = await this.#judge.references.plain()
    const judgement = fresh && judgeKept(fresh, this.#judge.removedPatterns)
    if (judgement && this.#results.owns(0)) this.#results.replacePlain(judgement)
  }

  /** Fails the plain run if this shard ran no history: then nothing was compared with it. */
  async #judgeWithoutHistories(plain: RunOutcome): Promise<void> {
    const { depth, shard } = this.#settings
    const ownsPlain = this.#results.owns(0)
    const cut = this.#cutReason()
    // Note: one of several shards does not know whether the others left out all of their histories.
    const isOpen = cut === undefined && shard !== undefined && shard.count > 1
    const ranHistory = this.#results.run > (ownsPlain ? 1 : 0)
    if (depth === 0 || ranHistory || (isOpen && !ownsPlain)) return
    this.#judge.noHistoryReason = noHistoryReasonOf(cut)
    const judgement = await this.#judge.judge([], plain)
    if (isOpen) this.#noHistoryFailure = await this.#judge.failure(plainGroup(judgement))
    else this.#results.replacePlain(judgement)
  }

  async #exploration(points: readonly string[]): Promise<Exploration> {
    const { name: scenario } = this.#prepared.scenario
    const { seed, shard } = this.#settings
    const coverage = this.#coverage()
    const found = await this.#failures()
    const groups = found.map(({ key, index }) => ({ key, index }))
    const noHistoryFailure = this.#noHistoryFailure
    const details = {
      options: shardOptionsFrom(this.#settings),
      coverage,
      points,
      groups,
      ...defined({ noHistoryFailure }),
    }
    return new Exploration(
      explorationJsonFrom({
        scenario,
        seed,
        points,
        results: this.#results,
        coverage,
        failures: found.map(({ failure }) => failure),
        notes: notesOf(await this.#judge.references.plain(), this.#settings.kinds),
        replayOptions: this.#settings.replayOptions,
        ...(shard && { shard: { ...shard, ...details } }),
      }),
    )
  }

  /** The failures, smallest first. Groups whose shortest history is the same are one failure. */
  async #failures(): Promise<readonly FoundFailure[]> {
    const found = new Map<string, FoundFailure>()
    for (const { index, ...group } of this.#results.groups.values()) {
      const failure = await this.#judge.failure({ ...group, index })
      const key = `${kindsOf(failure.deviations)}\n${failureKeyOf(group.judgement)}`
      const known = found.get(key)
      const count = failure.count + (known?.failure.count ?? 0)
      found.set(key, {
        ...(known ?? { key, index, failure }),
        failure: { ...(known?.failure ?? failure), count },
      })
    }
    return [...found.values()].sort(
      (a, b) => a.failure.deviations.length - b.failure.deviations.length,
    )
  }

  #coverage(): Coverage {
    const cut = this.#cutReason()
    return {
      levels: this.#levels,
      ...defined({ orders: this.#orders }),
      pruned: this.#prunedCount,
      ...(this.#absentKinds.length > 0 && { absentKinds: this.#absentKinds }),
      ...(cut && { cut }),
    }
  }

  async #exploreLevels(plainRun: RunOutcome): Promise<void> {
    const { depth: depthMax, namesKinds, seed } = this.#settings
    const kinds = applicableKinds(this.#settings.kinds, plainRun)
    if (namesKinds && depthMax > 0) this.#absentKinds = absentKinds(plainRun, this.#settings.kinds)
    const plain: ExploredHistory = { history: [], points: plainRun.points }
    const random = createRandom(seed)
    let explored: readonly ExploredHistory[] = [plain]
    for (let depth = 1; depth <= depthMax && explored.length > 0; depth += 1) {
      const level = new Level(explored, { plain, kinds, random, budget: this.#budget() })
      explored = await this.#exploreLevel(level, depth)
      // Note: a level that was not run completely does not give the choice points of the next one.
      if (this.#cutReason()) break
      if (depth === 1 && depthMax > 1) await this.#exploreOrders(plainRun)
    }
  }

  /** Runs a level. The last one is divided between the shards; earlier ones find the choice points of the next. */
  async #exploreLevel(level: Level, depth: number): Promise<readonly ExploredHistory[]> {
    const isLast = depth === this.#settings.depth || level.total >= this.#budget()
    const next: ExploredHistory[] = []
    const count = { depth, total: level.total, run: 0 }
    this.#levels.push(count)
    for (const history of level.histories()) {
      if (this.#isOver()) break
      this.#used += 1
      const index = this.#results.nextIndex()
      const isOwn = this.#results.owns(index)
      if (isOwn) count.run += 1
      else if (isLast) continue
      const outcome = await this.#judge.run(history)
      if (isOwn) await this.#recordRun(index, history, outcome)
      if (outcome.isApplicable && !isLast)
        next.push({ history, points: this.#shared(outcome.points) })
    }
    return next
  }

  /** The same points, as the objects of earlier runs: the points of many histories are kept. */
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
    independent,
  }: RunOutcome): Promise<void> {
    const { kinds, prune } = this.#settings
    // Note: the final synchronization counts as a step, and no delivery waits for it.
    const total = countOrders(stepCount - 1, stepsOfDeliveries)
    if (!kinds.has('deliveries') || movesTime || total === 1 || total > this.#budget()) return
    const orders = new DeliveryOrders(prune ? independent : undefined)
    const count = { total, run: 0, isComplete: false }
    this.#orders = count
    while (!count.isComplete && !this.#isOver()) {
      const index = this.#results.nextIndex()
      const isOwn = this.#results.owns(index)
      const outcome = await this.#judge.run([], { order: orders.start() })
      if (outcome.isKnown) this.#prunedCount += isOwn ? 1 : 0
      else {
        this.#used += 1
        if (isOwn) {
          count.run += 1
          const history = [{ name: 'order', point: formatOrder(outcome.order) }]
          await this.#recordRun(index, history, outcome)
        }
      }
      count.isComplete = !orders.advance()
    }
  }

  async #replay(history: History): Promise<void> {
    this.#levels.push({ depth: history.length, total: 1, run: 1 })
    const outcome = await this.#judge.run(history)
    const judgement = outcome.isApplicable
      ? await this.#judge.judge(history, outcome)
      : unreachedJudgement(history, outcome)
    this.#record(this.#results.nextIndex(), history, judgement)
  }

  async #recordRun(index: number, history: History, outcome: RunOutcome): Promise<void> {
    const isLeftOut = !outcome.isApplicable || outcome.isUnplayable
    if (isLeftOut && this.#settings.prune) this.#prunedCount += 1
    else this.#record(index, history, await this.#judge.judge(history, outcome))
  }

  #record(index: number, history: History, judgement: Judgement): void {
    if (!this.#results.owns(index)) return
    this.#results.record(index, history, judgement)
    const { run, failureCount } = this.#results
    this.#options.progress?.({ run, runs: this.#knownRuns(), failures: failureCount })
  }

  /** The plain run, and the histories of the levels and orders that began, within the budget. */
  #knownRuns(): number {
    const begun = [...this.#levels, ...(this.#orders ? [this.#orders] : [])]
    const total = begun.reduce((sum, { total: each }) => sum + each, 0)
    return 1 + Math.min(total, this.#settings.runs)
  }

  #cutReason(): 'canceled' | 'time' | undefined {
    if (this.#options.signal?.aborted) return 'canceled'
    return this.#isOutOfTime() ? 'time' : undefined
  }

  #isOutOfTime(): boolean {
    const { timeMs } = this.#settings
    return timeMs !== undefined && monotonicNowMs() - this.#startedMs > timeMs
  }

  /** The number of histories that may still run. */
  #budget(): number {
    return this.#settings.runs - this.#used
  }

  #isOver(): boolean {
    return this.#budget() <= 0 || this.#cutReason() !== undefined
  }
}
