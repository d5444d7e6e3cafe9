/** Enumerates schedules by their number of deviations. */
import type { Random } from '../../engine/store/random.ts'
import type { ChoicePoint, Deviation, DeviationDefinition } from '../deviations/deviation.ts'
import { type DeviationKind, deviationsAt } from '../deviations/kinds.ts'
import type { Schedule } from '../run/schedule.ts'

/** A schedule that was run, with the choice points that its run reached. */
export interface ExploredSchedule {
  readonly schedule: Schedule
  readonly points: readonly ChoicePoint[]
}

/** One choice point after the deviations of an explored schedule. */
interface Extension {
  readonly parent: ExploredSchedule
  readonly point: ChoicePoint
  /** 0: the parent made the point appear. 1: it touches the same record. 2: any other. */
  readonly rank: number
}

interface LevelOptions {
  readonly baseline: ExploredSchedule
  readonly kinds: ReadonlySet<DeviationKind>
  readonly random: Random
  /** The number of schedules that may run. */
  readonly budget: number
}

interface CountedExtension {
  readonly each: Extension
  readonly deviations: readonly DeviationDefinition[]
}

/**
 * The schedules with one deviation more than the explored ones. Schedules whose last deviation became possible by
 * the earlier ones come first, in turn with those that touch the same record. The others come in the order of the
 * run, or in an order that the seed determines if the budget does not suffice for all.
 */
export class Level {
  /** The number of schedules of the level. */
  readonly total: number
  readonly #counted: readonly CountedExtension[]
  readonly #options: LevelOptions
  readonly #depth: number

  constructor(explored: readonly ExploredSchedule[], options: LevelOptions) {
    const { baseline, kinds } = options
    const baselineIds = new Set(baseline.points.map(({ id }) => id))
    this.#counted = explored
      .flatMap((parent) => extensionsOf(parent, baselineIds))
      .map((each) => ({
        each,
        deviations: deviationsAt(each.point.type, kinds).filter(({ isDerived }) => !isDerived),
      }))
    this.total = this.#counted.reduce((sum, { deviations }) => sum + deviations.length, 0)
    this.#options = options
    this.#depth = (explored[0]?.schedule.length ?? 0) + 1
  }

  /** The schedules in the order in which they run. */
  *schedules(): Iterable<Schedule> {
    const { random, budget } = this.#options
    const [first = [], second = [], rest = []] = ([0, 1, 2] as const).map((rank) =>
      this.#counted
        .filter(({ each }) => each.rank === rank)
        .flatMap(({ each: { parent, point }, deviations }) =>
          deviations.map(({ name }) => ({ parent, deviation: { name, point: point.id } })),
        ),
    )
    for (const { parent, deviation } of alternated(first, second)) yield extend(parent, deviation)
    const ordered = this.total <= budget ? rest : shuffled(rest, random, this.#depth)
    for (const { parent, deviation } of ordered) yield extend(parent, deviation)
  }
}

const extend = ({ schedule }: ExploredSchedule, deviation: Deviation): Schedule => [
  ...schedule,
  deviation,
]

/** Whether a schedule has at most one deviation of this type at a subject: a notification, an assumption or the run. */
const isTakenOnce = ({ type }: ChoicePoint): boolean =>
  type === 'delivery' || type === 'assumption' || type === 'run'

const recordOf = ({ record, subject }: ChoicePoint): string => record ?? subject

function extensionsOf(parent: ExploredSchedule, baselineIds: ReadonlySet<string>): Extension[] {
  const { schedule, points } = parent
  const last = schedule.at(-1)
  const start = last === undefined ? 0 : points.findIndex(({ id }) => id === last.point) + 1
  const used = schedule.map(({ point }) => points.find(({ id }) => id === point))
  const records = new Set(used.flatMap((each) => (each ? [recordOf(each)] : [])))
  const taken = new Set(
    used.flatMap((each) => (each && isTakenOnce(each) ? [`${each.type} ${each.subject}`] : [])),
  )
  return points
    .slice(start)
    .filter(({ type, subject }) => !taken.has(`${type} ${subject}`))
    .map((point) => {
      const isNew = !baselineIds.has(point.id)
      const rank = last === undefined ? 2 : isNew ? 0 : records.has(recordOf(point)) ? 1 : 2
      return { parent, point, rank }
    })
}

/** Takes an item of each list in turn, so that a long list does not use the budget of the other. */
function alternated<T>(first: readonly T[], second: readonly T[]): T[] {
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, i) => [
    ...first.slice(i, i + 1),
    ...second.slice(i, i + 1),
  ]).flat()
}

/** Yields the items in an order that the seed determines. */
function* shuffled<T>(items: readonly T[], random: Random, depth: number): Iterable<T> {
  const order = [...items]
  const stream = random.stream('explore', depth)
  for (let i = 0; i < order.length; i += 1) {
    const j = stream.integer(i, order.length - 1)
    ;[order[i], order[j]] = [order[j] as T, order[i] as T]
    yield order[i] as T
  }
}
