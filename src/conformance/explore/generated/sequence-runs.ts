/** Runs and judges the sequences of one world. What one sequence shows about the integration helps to judge the others. */
import { RecentValues } from '../../../engine/store/recent-values.ts'
import { judgeLate } from '../../oracles/baseline-judgement.ts'
import { judgeKept } from '../../oracles/fresh-judgement.ts'
import type { Judgement } from '../../oracles/judgement.ts'
import type { BaselineRun, LeftOutPatterns } from '../../oracles/reference-runs.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import type { Schedule } from '../../run/schedule.ts'
import { ScheduleJudge } from '../schedule-judge.ts'
import { unreachedJudgement } from '../unreached-judgement.ts'
import type { Alphabet } from './alphabet.ts'
import { isFill, isSilent, movesTime, partsOf } from './planned-act.ts'
import { formatSequence, isAccepted, prepareSequence, type Sequence } from './sequence.ts'
import type { PlannedRecord } from './world-plan.ts'

/** A world with its records, prepared without a step. */
export interface SequenceWorld {
  readonly prepared: PreparedScenario
  readonly world: readonly PlannedRecord[]
}

/** What the alphabet tells about the integration. */
export type SequenceAlphabet = Pick<Alphabet, 'acts' | 'onCreated' | 'isPolled'>

/** The number of sequences whose runs are kept, each about 0.3 MB: without them, the deviations of a sequence repeat its run. */
const judgesMin = 512

/** What the baseline runs of all sequences show. */
class Evidence {
  /** The patterns of the records that the integration removed in a run. */
  readonly removedPatterns = new Set<string>()
  /** The patterns that changed before the final synchronization, by the only event of their sequence. */
  readonly #changedByEvent = new Map<string, Set<string>>()
  /** The problems that the integration reports without an act. */
  knownProblems: readonly string[] = []
  /** The patterns that two runs of an act do not end with equally. */
  readonly leftOut = new Map<string, LeftOutPatterns>()

  add(sequence: Sequence, { outcome, unsteady, timed }: BaselineRun): void {
    const [act, ...others] = sequence
    if (!act) this.knownProblems = outcome.problems
    if (act && others.length === 0) this.leftOut.set(act.name, { unsteady, timed })
    const event = onlyEventOf(outcome)
    // Note: the synchronization after a fill changes values as well.
    if (event === undefined || sequence.some(isFill)) return
    const changed = this.#changedByEvent.get(event) ?? new Set()
    for (const pattern of outcome.changedPatterns) changed.add(pattern)
    this.#changedByEvent.set(event, changed)
  }

  /** The patterns that the only event of a run changed in another run. */
  changedBy(outcome: BaselineRun['outcome']): ReadonlySet<string> {
    const event = onlyEventOf(outcome)
    return (event === undefined ? undefined : this.#changedByEvent.get(event)) ?? new Set()
  }

  leftOutBy(sequence: Sequence): LeftOutPatterns | undefined {
    const found = sequence.flatMap(({ name }) => this.leftOut.get(name) ?? [])
    if (found.length === 0) return undefined
    return {
      unsteady: [...new Set(found.flatMap(({ unsteady }) => unsteady))],
      timed: [...new Set(found.flatMap(({ timed }) => timed))],
    }
  }
}

const onlyEventOf = ({ eventNames }: BaselineRun['outcome']): string | undefined =>
  eventNames.size === 1 ? [...eventNames][0] : undefined

export class SequenceRuns {
  readonly #world: SequenceWorld
  readonly #handled: ReadonlySet<string>
  /** Whether the integration synchronizes after each step. */
  readonly isPolled: boolean
  readonly #judges = new RecentValues<string, ScheduleJudge>(judgesMin, () => new Map())
  readonly #evidence: Evidence

  constructor(
    world: SequenceWorld,
    { acts, onCreated, isPolled }: SequenceAlphabet,
    evidence = new Evidence(),
  ) {
    this.#world = world
    this.isPolled = isPolled
    const handled = [...acts, ...onCreated].filter(({ isHandled }) => isHandled)
    this.#handled = new Set(handled.map(({ name }) => name))
    this.#evidence = evidence
  }

  /** The same acts in another world, with what this one showed. */
  in(world: SequenceWorld, alphabet: SequenceAlphabet): SequenceRuns {
    return new SequenceRuns(world, alphabet, this.#evidence)
  }

  get world(): readonly PlannedRecord[] {
    return this.#world.world
  }

  isAccepted(sequence: Sequence): Promise<boolean> {
    return isAccepted(this.#world.prepared, sequence)
  }

  /** Whether the state is compared after the final synchronization only: the integration handles no event of an act. */
  isEventual(sequence: Sequence): boolean {
    return sequence.some((act) => !isSilent(act) && !this.#handled.has(act.name))
  }

  judgeOf(sequence: Sequence): ScheduleJudge {
    const key = formatSequence(sequence)
    const known = this.#judges.get(key)
    if (known) return known
    const { prepared, world } = this.#world
    const { isPolled } = this
    const isEventual = this.isEventual(sequence)
    const leftOut = this.#evidence.leftOutBy(sequence)
    const judge = new ScheduleJudge(
      {
        ...prepareSequence(prepared, { sequence, world, isEventual, isPolled }),
        movesTime: sequence.flatMap(partsOf).some(movesTime),
      },
      {
        isGenerated: true,
        knownProblems: this.#evidence.knownProblems,
        ...(leftOut && { leftOut }),
      },
    )
    this.#judges.set(key, judge)
    return judge
  }

  /** Judges a sequence without a deviation by itself, and keeps what it shows. */
  async baseline(sequence: Sequence): Promise<{ judgement: Judgement; baseline: BaselineRun }> {
    const judge = this.judgeOf(sequence)
    const judgement = await judge.judgeBaseline()
    const baseline = await judge.references.baseline()
    this.#evidence.add(sequence, baseline)
    this.noteRemoved(judge)
    return { judgement, baseline }
  }

  noteRemoved({ removedPatterns }: ScheduleJudge): void {
    for (const pattern of removedPatterns) this.#evidence.removedPatterns.add(pattern)
  }

  /** Judges a converged baseline run by what other sequences showed; undefined if it is right. */
  judgeByOthers(baseline: BaselineRun): Judgement | undefined {
    return (
      judgeKept(baseline.fresh?.kept ?? [], this.#evidence.removedPatterns) ??
      judgeLate(baseline, this.#evidence.changedBy(baseline.outcome))
    )
  }

  /** Judges a schedule of a sequence, also by what other sequences showed. */
  async judge(sequence: Sequence, schedule: Schedule): Promise<Judgement> {
    if (schedule.length === 0) {
      const { judgement, baseline } = await this.baseline(sequence)
      if (judgement.verdict !== 'converged') return judgement
      return this.judgeByOthers(baseline) ?? judgement
    }
    const judge = this.judgeOf(sequence)
    const outcome = await judge.run(schedule)
    if (!outcome.isApplicable || outcome.isUnplayable) return unreachedJudgement(schedule, outcome)
    const judgement = await judge.judge(schedule, outcome)
    this.noteRemoved(judge)
    return judgement
  }
}
