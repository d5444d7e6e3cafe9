/** Runs generated scenarios within a budget: sequences of acts that concern the integration, and deviations of them. */
import { createRandom, type RandomStream } from '../../../engine/store/random.ts'
import { type Judgement, withReason } from '../../oracles/judgement.ts'
import type { BaselineRun } from '../../oracles/reference-runs.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import { parseSchedule } from '../../run/schedule.ts'
import { Exploration, explorationJsonFrom } from '../exploration.ts'
import { ExplorationLimits } from '../exploration-limits.ts'
import { type FailureOfShard, runCount } from '../exploration-parts.ts'
import { type ExploreOptions, type ExploreSettings, shardOptionsFrom } from '../explore-options.ts'
import { type JudgedSchedule, patternKeyOf, ScheduleResults } from '../schedule-results.ts'
import { isOwnSequence } from '../shard.ts'
import { shortNamesOf } from './act-names.ts'
import { type Alphabet, type AlphabetAct, findAlphabet } from './alphabet.ts'
import { connectionsIn, continuations } from './connected-sequences.ts'
import { actCountOf, Corpus, parseCorpus } from './corpus.ts'
import { nothingConcerns, obstacleIn } from './obstacles.ts'
import { isFill, shortPause, synchronizeAct } from './planned-act.ts'
import { PlannedWork } from './planned-work.ts'
import {
  formatSequence,
  hasItsRecords,
  parseReplay,
  scenarioOf,
  type Sequence,
} from './sequence.ts'
import { SequenceRuns } from './sequence-runs.ts'
import { failureOf, shrunkFailure } from './shrunk-failure.ts'
import type { SequenceSchedule } from './shrink-sequence.ts'
import type { PlannedRecord } from './world-plan.ts'

/** Prepares a scenario that has no step. */
export type PrepareWorld = (scenario: ReturnType<typeof scenarioOf>) => Promise<PreparedScenario>

type JudgedSequence = SequenceSchedule & JudgedSchedule

/** A sequence whose baseline run is right by itself, to judge it again by what later sequences show. */
interface UsableSequence {
  readonly sequence: Sequence
  readonly index: number
  readonly baseline: BaselineRun
}

/** The number of acts that continue a sequence of two acts or more. */
const continuationsMax = 8

export class GeneratedExplorer {
  readonly #prepareWorld: PrepareWorld
  readonly #settings: ExploreSettings
  readonly #options: ExploreOptions
  readonly #limits: ExplorationLimits
  readonly #stream: RandomStream
  readonly #work: PlannedWork
  readonly #results: ScheduleResults<JudgedSequence>
  readonly #usable: UsableSequence[] = []
  readonly #corpus = new Corpus()
  #index = 0
  #sequenceCount = 0

  constructor(prepareWorld: PrepareWorld, settings: ExploreSettings, options: ExploreOptions) {
    this.#prepareWorld = prepareWorld
    this.#settings = settings
    this.#options = options
    this.#limits = new ExplorationLimits(settings, options)
    this.#results = new ScheduleResults(settings.accept, patternKeyOf)
    const random = createRandom(settings.seed)
    this.#stream = random.stream('sequences')
    this.#work = new PlannedWork(settings, random)
  }

  async explore(replay: string | undefined): Promise<Exploration> {
    const alphabet = await findAlphabet({
      prepare: (world) => this.#prepare(world),
      names: this.#settings.acts,
      isOver: () => this.#limits.cutReason() !== undefined,
    })
    const runs = new SequenceRuns(alphabet, alphabet)
    const { judgement: own, baseline } = await runs.baseline([])
    const reason = obstacleIn(alphabet, { outcome: baseline.outcome, judgement: own })
    const judgement = reason === undefined ? own : withReason('inconclusive', reason, false)
    if (isUsable(judgement)) {
      if (replay === undefined) await this.#exploreAll(runs, alphabet)
      else await this.#replay(runs, alphabet, replay)
    }
    return this.#result(runs, alphabet, judgement)
  }

  #prepare(world: readonly PlannedRecord[]): Promise<PreparedScenario> {
    return this.#prepareWorld(scenarioOf({ sequence: [], world }))
  }

  async #exploreAll(
    runs: SequenceRuns,
    { acts, onCreated, unnoticed, world, longLists, permitted, firstRun }: Alphabet,
  ): Promise<void> {
    const known = await this.#runCorpus(runs, permitted)
    for (const act of unnoticed) await this.#runUnnoticed(runs, [act])
    for (const act of acts) this.#work.addSequence([act])
    for (const sequence of longLists) this.#work.addSequence(sequence)
    const singles: Sequence[] = []
    while (!this.#isOver()) {
      const sequence = this.#work.takeSequence()
      if (!sequence) break
      // Note: a run with a long list takes as long as ten others.
      if ((await this.#runSequence(runs, sequence)) && !sequence.some(isFill))
        singles.push(sequence)
    }
    // Note: what no event tells of is right after a synchronization only.
    if (firstRun.synchronizes && !runs.isPolled)
      for (const single of singles)
        if (!runs.isEventual(single))
          this.#work.addSequence([synchronizeAct, shortPause, ...single])
    const isConnected = connectionsIn(world)
    const names = new Set(world.map(({ name }) => name))
    let level = singles
    for (let length = 2; length <= this.#settings.steps; length += 1) {
      const next = [...acts, ...onCreated]
      level.push(...known.filter((sequence) => actCountOf(sequence) === length - 1))
      this.#addContinuations(level, next, { isConnected, names, isSampled: length > 2 })
      level = await this.#exploreLevel(runs)
      if (this.#isOver() || level.length === 0) break
    }
    await this.#exploreLevel(runs, true)
    this.#judgeByOthers(runs)
  }

  /** Runs the schedules of earlier explorations. Returns the sequences of several acts that converged. */
  async #runCorpus(runs: SequenceRuns, permitted: Alphabet['permitted']): Promise<Sequence[]> {
    const converged: Sequence[] = []
    const { corpus, shard } = this.#settings
    for (const { text, sequence, schedule } of parseCorpus(corpus, permitted, shard)) {
      if (this.#isOver()) break
      if (!(await runs.isAccepted(sequence))) continue
      this.#corpus.keep(text)
      if (schedule.length > 0) await this.#runSchedule(runs, { sequence, schedule })
      else if (await this.#runSequence(runs, sequence)) converged.push(sequence)
    }
    return converged.filter((sequence) => actCountOf(sequence) > 1)
  }

  /**
   * Runs what waits, each queue with its share, until no sequence waits, or until nothing does. Returns the sequences that
   * converged.
   */
  async #exploreLevel(runs: SequenceRuns, isLast = false): Promise<Sequence[]> {
    const converged: Sequence[] = []
    while (!this.#isOver() && (isLast || this.#work.sequenceCount > 0)) {
      const next = this.#work.take()
      if (!next) break
      if (next.schedule.length > 0) await this.#runSchedule(runs, next)
      else if (await this.#runSequence(runs, next.sequence)) converged.push(next.sequence)
    }
    return converged
  }

  #addContinuations(
    sequences: readonly Sequence[],
    acts: readonly AlphabetAct[],
    {
      isConnected,
      names,
      isSampled,
    }: {
      isConnected: ReturnType<typeof connectionsIn>
      names: ReadonlySet<string>
      isSampled: boolean
    },
  ): void {
    for (const sequence of sequences) {
      const next = acts.filter(
        (act) =>
          hasItsRecords(act, sequence, names) && sequence.some((each) => isConnected(each, act)),
      )
      const chosen = isSampled
        ? Array.from({ length: Math.min(continuationsMax, next.length) }, () =>
            this.#stream.pick(next),
          )
        : next
      for (const act of new Set(chosen))
        for (const each of continuations(sequence, act)) this.#work.addSequence(each)
    }
  }

  /** Runs a sequence, and plans its deviations. Returns whether runs can be compared with it. */
  async #runSequence(runs: SequenceRuns, sequence: Sequence): Promise<boolean> {
    // Note: an act is probed before it is in the alphabet. Several may exclude each other.
    if (sequence.length > 1 && !(await runs.isAccepted(sequence))) return false
    const { judgement, baseline } = await runs.baseline(sequence)
    // Note: the integration itself can change a record so that the service refuses a later act.
    if (baseline.outcome.isRefused) return false
    this.#sequenceCount += 1
    const index = this.#record({ sequence, schedule: [] }, judgement)
    if (!isUsable(judgement)) return false
    this.#corpus.note(sequence)
    if (baseline.late.length > 0 || (baseline.fresh?.kept.length ?? 0) > 0)
      this.#usable.push({ sequence, index, baseline })
    this.#work.addSchedules(sequence, baseline, runs.isPolled)
    return true
  }

  /** A fresh start tells whether an act has no effect because the integration does not read it again. */
  async #runUnnoticed(runs: SequenceRuns, sequence: Sequence): Promise<void> {
    if (this.#isOver() || !isOwnSequence(this.#settings.shard, formatSequence(sequence))) return
    const { judgement, baseline } = await runs.baseline(sequence)
    if (baseline.fresh?.verdict !== undefined) this.#record({ sequence, schedule: [] }, judgement)
  }

  async #runSchedule(runs: SequenceRuns, { sequence, schedule }: SequenceSchedule): Promise<void> {
    const judge = runs.judgeOf(sequence)
    const outcome = await judge.run(schedule)
    this.#limits.note(outcome)
    if (!outcome.isApplicable || outcome.isRefused) return
    this.#work.noteRun(schedule)
    const judgement = await judge.judge(schedule, outcome)
    runs.noteRemoved(judge)
    this.#record({ sequence, schedule }, judgement)
    if (schedule.length >= this.#settings.depth || !isUsable(judgement)) return
    const baseline = await judge.references.baseline()
    this.#work.addSchedulesAfter({ sequence, schedule }, outcome, baseline.outcome)
  }

  async #replay(runs: SequenceRuns, { permitted }: Alphabet, text: string): Promise<void> {
    const { sequence, schedule: scheduleText } = parseReplay(text, permitted)
    const schedule = parseSchedule(scheduleText)
    this.#record({ sequence, schedule }, await runs.judge(sequence, schedule))
  }

  #record(found: SequenceSchedule, judgement: Judgement): number {
    this.#index += 1
    this.#results.record({ ...found, index: this.#index }, judgement)
    this.#options.progress?.({
      run: runCount(this.#results.counts),
      runs: this.#settings.runs,
      failures: this.#results.failureCount,
    })
    return this.#index
  }

  /** What a later sequence shows can tell that an earlier one, which converged, is wrong. */
  #judgeByOthers(runs: SequenceRuns): void {
    for (const { sequence, index, baseline } of this.#usable) {
      const judgement = runs.judgeByOthers(baseline)
      if (judgement) this.#results.correct({ sequence, schedule: [], index }, judgement)
    }
  }

  async #result(
    runs: SequenceRuns,
    alphabet: Alphabet,
    judgement: Judgement,
  ): Promise<Exploration> {
    const { seed, replayOptions, shard } = this.#settings
    const judged =
      isUsable(judgement) && alphabet.acts.length === 0
        ? withReason(
            'inconclusive',
            nothingConcerns(alphabet, this.#settings.acts !== undefined),
            false,
          )
        : judgement
    const cut = this.#limits.cutReason()
    const failures = await this.#shrunkFailures(runs, alphabet)
    const parts = {
      scenario: 'generated',
      seed,
      options: { ...shardOptionsFrom(this.#settings), steps: this.#settings.steps },
      ...(replayOptions && { replayOptions }),
      points: [],
      baseline: await failureOf(runs, withoutAct, { judgement: judged, count: 1 }),
      needsSchedules: false,
      counts: this.#results.counts,
      cells: [],
      coverage: {
        levels: this.#work.levels(),
        generated: {
          acts: shortNamesOf(alphabet.acts),
          actCount: alphabet.acts.length,
          total: this.#sequenceCount + this.#work.sequenceCount,
          run: this.#sequenceCount,
        },
        pruned: 0,
        ...(cut && { cut }),
      },
      failures,
      corpus: this.#corpus.textsWith(failures.map(({ failure }) => failure.replay)),
      notes: [],
      kept: [],
      removedPatterns: [],
    }
    return new Exploration(explorationJsonFrom(parts, shard))
  }

  async #shrunkFailures(
    runs: SequenceRuns,
    alphabet: Alphabet,
  ): Promise<readonly FailureOfShard[]> {
    const failures: FailureOfShard[] = []
    for (const [key, found] of this.#results.groups) {
      failures.push({
        key,
        index: found.index,
        failure: await shrunkFailure(runs, found, {
          alphabet,
          key,
          prepare: (world) => this.#prepare(world),
        }),
      })
    }
    return failures.sort((a, b) => a.index - b.index)
  }

  #isOver(): boolean {
    const { shard, runs } = this.#settings
    const { counts, failureCount } = this.#results
    return runCount(counts) >= runs / (shard?.count ?? 1) || this.#limits.isOver(failureCount)
  }
}

/** Whether runs can be compared with a run without a deviation. The integration may report a problem in it. */
const isUsable = ({ verdict }: Judgement): boolean =>
  verdict === 'converged' || verdict === 'reported'

/** The run without an act must be right too. */
const withoutAct: SequenceSchedule = { sequence: [], schedule: [] }
