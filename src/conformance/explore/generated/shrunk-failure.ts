/** The failure of a generated scenario: its shortest sequence, in a world of the records that it needs, as code. */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import { formatSchedule } from '../../run/schedule.ts'
import { type ExplorationFailure, withJudgement } from '../failure.ts'
import { type FailureGroup, patternKeyOf } from '../schedule-results.ts'
import type { Alphabet } from './alphabet.ts'
import { formatReplay, formatScenarioCode, neededRecords, type Sequence } from './sequence.ts'
import type { SequenceRuns } from './sequence-runs.ts'
import { type SequenceSchedule, shrinkSequence } from './shrink-sequence.ts'
import type { PlannedRecord } from './world-plan.ts'

/** Sequences or schedules that fail with the same kinds of deviations, verdict and paths. */
type FoundFailure = SequenceSchedule & FailureGroup

interface ShrinkContext {
  readonly alphabet: Alphabet
  /** What fails. A shorter sequence must fail in the same way. */
  readonly key: string
  /** Prepares a scenario without steps in a world. */
  prepare(world: readonly PlannedRecord[]): Promise<PreparedScenario>
}

export async function shrunkFailure(
  runs: SequenceRuns,
  found: FoundFailure,
  { alphabet, key, prepare }: ShrinkContext,
): Promise<ExplorationFailure> {
  const failsIn =
    (tried: SequenceRuns) =>
    async ({ sequence, schedule }: SequenceSchedule): Promise<boolean> =>
      patternKeyOf(schedule, await tried.judge(sequence, schedule)) === key
  const shortest = await shrinkSequence(runs, found, failsIn(runs))
  const { sequence, schedule } = shortest
  const small = await inSmallWorld(runs, sequence, { alphabet, prepare })
  const inWorld = small && (await failsIn(small)(shortest)) ? small : runs
  const judgement = await inWorld.judge(sequence, schedule)
  const failure = await failureOf(inWorld, shortest, { judgement, count: found.count })
  const { catalog } = contextOf(alphabet.prepared.emulator).settings
  return {
    ...failure,
    replay: formatReplay(sequence, formatSchedule(failure.deviations)),
    code: formatScenarioCode(catalog, {
      sequence,
      world: inWorld.world,
      isEventual: inWorld.isEventual(sequence),
      isPolled: inWorld.isPolled,
    }),
  }
}

/** The runs of a sequence in a world of the records that it needs; undefined if it needs all. */
async function inSmallWorld(
  runs: SequenceRuns,
  sequence: Sequence,
  { alphabet, prepare }: Pick<ShrinkContext, 'alphabet' | 'prepare'>,
): Promise<SequenceRuns | undefined> {
  const world = neededRecords(runs.world, sequence)
  if (world.length === runs.world.length) return undefined
  const smaller = runs.in({ world, prepared: await prepare(world) }, alphabet)
  return (await smaller.isAccepted(sequence)) ? smaller : undefined
}

/** The failure of a schedule. What only other sequences show is not shrunk any further. */
export async function failureOf(
  runs: SequenceRuns,
  { sequence, schedule }: SequenceSchedule,
  { judgement, count }: Pick<FoundFailure, 'judgement' | 'count'>,
): Promise<ExplorationFailure> {
  const judge = runs.judgeOf(sequence)
  if (schedule.length > 0) return judge.failure({ schedule, judgement, count })
  const own = await judge.judgeBaseline()
  const failure = await judge.failure({ schedule, judgement: own, count })
  return withJudgement(failure, judgement)
}
