/** What generated scenarios run next: sequences, and deviations of those that ran, each with a share of the budget. */
import type { Random } from '../../../engine/store/random.ts'
import {
  type DeviationKind,
  deviationModules,
  findDeviation,
  kindOf,
} from '../../deviations/kinds.ts'
import type { BaselineRun } from '../../oracles/reference-runs.ts'
import type { RunOutcome } from '../../run/outcome.ts'
import type { Schedule } from '../../run/schedule.ts'
import { writesNothing } from '../../run/written-rows.ts'
import type { LevelCount } from '../coverage.ts'
import { type ExploredSchedule, Level } from '../enumeration.ts'
import type { ExploreSettings } from '../explore-options.ts'
import { isOwnSequence } from '../shard.ts'
import { signatureOf } from './connected-sequences.ts'
import { NoveltyQueue } from './novelty-queue.ts'
import {
  isFill,
  isRemoval,
  isSilent,
  isSynchronization,
  shortPause,
  synchronizeAct,
} from './planned-act.ts'
import { formatSequence, type Sequence } from './sequence.ts'
import type { SequenceSchedule } from './shrink-sequence.ts'
import { recordsIn } from './world-plan.ts'

type WorkSettings = Pick<ExploreSettings, 'kinds' | 'depth' | 'shard'>

/** Work of one sort, with its share of the budget. */
interface SharedQueue {
  readonly queue: NoveltyQueue<SequenceSchedule>
  readonly share: number
  used: number
}

export class PlannedWork {
  readonly #settings: WorkSettings
  readonly #random: Random
  readonly #sequences: SharedQueue
  /** Deviations of sequences of one act. */
  readonly #onActs: SharedQueue
  /** Deviations of sequences of several acts. */
  readonly #onSequences: SharedQueue
  /** Further deviations, where those before led to. */
  readonly #onSchedules: SharedQueue
  /** The kinds that are tried on sequences of several acts. */
  readonly #sequenceKinds: ReadonlySet<DeviationKind>
  /** The signatures of the deviations that wait or ran. */
  readonly #tried = new Set<string>()
  /** How many schedules wait and ran, by their number of deviations. */
  readonly #levels: { waiting: number; run: number }[] = []

  constructor(settings: WorkSettings, random: Random) {
    this.#settings = settings
    this.#random = random
    const shared = (share: number, name: string): SharedQueue => ({
      queue: new NoveltyQueue(random.stream('generated', name)),
      share,
      used: 0,
    })
    this.#sequences = shared(0.4, 'sequences')
    this.#onActs = shared(0.4, 'acts')
    this.#onSequences = shared(0.2, 'schedules')
    this.#onSchedules = shared(0.2, 'further')
    this.#sequenceKinds = new Set(
      deviationModules.flatMap(({ kind, onSequences }) =>
        onSequences && settings.kinds.has(kind) ? [kind] : [],
      ),
    )
  }

  /** The number of sequences that wait. */
  get sequenceCount(): number {
    return this.#sequences.queue.size
  }

  addSequence(sequence: Sequence): void {
    if (!isOwnSequence(this.#settings.shard, formatSequence(sequence))) return
    this.#sequences.queue.add(signatureOf(sequence), { sequence, schedule: [] })
  }

  /** Adds the deviations of a sequence that ran without one. */
  addSchedules(sequence: Sequence, { outcome, fresh }: BaselineRun, isPolled: boolean): void {
    if (this.#settings.depth === 0) return
    // Note: what is written or kept for a record that changes or ends later depends on what the integration sees of it in time.
    const creations = sequence.filter(({ creates }) => creates !== undefined)
    const created = creations.flatMap(({ creates = '' }) => creates)
    const isKept = creations.length > 0 && (fresh?.kept.length ?? 0) > 0
    const isWritten = !writesNothing(outcome.rows)
    const later = sequence.slice(1)
    const isAbout = (names: readonly string[]): boolean =>
      later.some(({ input }) => recordsIn(input).some((name) => names.includes(name)))
    if ((isKept || isWritten) && (later.some(isRemoval) || isAbout(created))) return
    // Note: what is kept can be that of a record to which the created one belongs.
    if (isKept && isAbout(creations.flatMap(({ input }) => recordsIn(input)))) return
    const isSingle = sequence.filter((act) => !isSilent(act)).length === 1
    const isShort = sequence.includes(shortPause)
    const isDuring = sequence.some(isSynchronization)
    const kinds = isSingle || isShort ? this.#settings.kinds : this.#sequenceKinds
    const start = { schedule: [], points: outcome.points }
    const { queue } = isSingle ? this.#onActs : this.#onSequences
    const isLong = sequence.some(isFill)
    const isFinal = finalCallsIn(outcome)
    for (const schedule of this.#schedulesAfter(start, start, kinds)) {
      const [{ name, point } = { name: '', point: '' }] = schedule
      // Note: no call happens during the short pause of a poller, so that its deviations are those of any pair.
      if (isShort && !isPolled && !findDeviation(name)?.outlastsPause) continue
      const last = isShort ? sequence.at(-1)?.act : ''
      const during = isDuring ? synchronizeAct.name : last
      // Note: calls for an event are other code than the equal calls of the final synchronization.
      const when = isFinal.has(point) ? 'at the end' : during
      const signature = `${name} ${patternOfPoint(point)} ${when}`
      // Note: a run with a long list takes long, so that it has only the deviations that other runs do not have.
      if (isLong && this.#tried.has(signature)) continue
      this.#tried.add(signature)
      this.#addSchedule(queue, signature, { sequence, schedule })
    }
  }

  /** Adds a further deviation of the same kind where the last one led to: a call that is repeated, a job that is resumed. */
  addSchedulesAfter(
    { sequence, schedule }: SequenceSchedule,
    outcome: RunOutcome,
    baseline: RunOutcome,
  ): void {
    const known = new Set(baseline.points.map(({ id }) => id))
    const kinds = new Set(schedule.slice(-1).map(({ name }) => kindOf(name).kind))
    const start = { schedule: [], points: baseline.points }
    for (const next of this.#schedulesAfter({ schedule, points: outcome.points }, start, kinds)) {
      if (known.has(next.at(-1)?.point ?? '')) continue
      const signature = next.map(({ name, point }) => `${name} ${patternOfPoint(point)}`).join()
      this.#addSchedule(this.#onSchedules.queue, signature, { sequence, schedule: next })
    }
  }

  /** Takes what runs next, a sequence or a schedule; undefined if nothing waits. */
  take(): SequenceSchedule | undefined {
    const [next] = [this.#sequences, this.#onActs, this.#onSequences, this.#onSchedules]
      .filter(({ queue }) => queue.size > 0)
      .sort((a, b) => a.used / a.share - b.used / b.share)
    return next && this.#takeFrom(next)
  }

  takeSequence(): Sequence | undefined {
    return this.#takeFrom(this.#sequences)?.sequence
  }

  noteRun(schedule: Schedule): void {
    this.#levelOf(schedule).run += 1
  }

  /** The counts of schedules. One that no run reached does not exist. */
  levels(): readonly LevelCount[] {
    return this.#levels
      .map(({ waiting, run }, i) => ({ depth: i + 1, total: run + waiting, run }))
      .filter(({ total }) => total > 0)
  }

  #schedulesAfter(
    explored: ExploredSchedule,
    baseline: ExploredSchedule,
    kinds: ReadonlySet<DeviationKind>,
  ): Iterable<Schedule> {
    const random = this.#random
    return new Level([explored], { baseline, kinds, random, budget: Infinity }).schedules()
  }

  #addSchedule(queue: SharedQueue['queue'], signature: string, added: SequenceSchedule): void {
    queue.add(signature, added)
    this.#levelOf(added.schedule).waiting += 1
  }

  #takeFrom(shared: SharedQueue): SequenceSchedule | undefined {
    const taken = shared.queue.take()
    if (!taken) return undefined
    shared.used += 1
    if (taken.schedule.length > 0) this.#levelOf(taken.schedule).waiting -= 1
    return taken
  }

  #levelOf({ length }: Schedule): { waiting: number; run: number } {
    while (this.#levels.length < length) this.#levels.push({ waiting: 0, run: 0 })
    return this.#levels[length - 1] as { waiting: number; run: number }
  }
}

/** A choice point without the values of a query, the hash of a body, and other numbers. */
const patternOfPoint = (point: string): string => point.replaceAll(/=[^&\s]*| ~[\da-f]+|\d+/g, '')

/** The ids of the choice points at the calls of the final synchronization, and between its pages. */
function finalCallsIn({ points, callsBeforeEnd }: RunOutcome): ReadonlySet<string> {
  const firstIndex = points.flatMap(({ type }, i) => (type === 'request' ? [i] : []))[
    callsBeforeEnd
  ]
  return new Set(points.slice(firstIndex ?? points.length).map(({ id }) => id))
}
