/** Enumerates histories by their number of deviations. */
import type { Random } from '../machine/random.ts'
import type { ChoicePoint } from './choice-point.ts'
import { type DeviationKind, deviationsAt } from './deviations.ts'
import type { Deviation, History } from './history.ts'

/** A history that was run, with the choice points that its run reached. */
export interface ExploredHistory {
  readonly history: History
  readonly points: readonly ChoicePoint[]
}

/** The histories with one deviation more than the explored ones. */
export interface Level {
  /** The number of histories of the level. */
  readonly total: number
  /** The histories in the order in which they run. */
  histories(): Iterable<History>
}

/** One choice point after the deviations of an explored history. */
interface Extension {
  readonly parent: ExploredHistory
  readonly point: ChoicePoint
  /** 0: the parent made the point appear. 1: it touches the same record. 2: any other. */
  readonly rank: number
}

/**
 * Returns the next level. Histories whose last deviation became possible by the earlier ones come first, then
 * those that touch the same record. The others come in the order of the run, or in an order that the seed
 * determines if the budget does not suffice for all.
 */
export function nextLevel(
  explored: readonly ExploredHistory[],
  plain: ExploredHistory,
  kinds: ReadonlySet<DeviationKind>,
  random: Random,
  budget: number,
): Level {
  const plainIds = new Set(plain.points.map(({ id }) => id))
  const extensions = explored.flatMap((parent) => extensionsOf(parent, plainIds))
  const counted = extensions.map((each) => ({
    each,
    deviations: deviationsAt(each.point.type, kinds),
  }))
  const total = counted.reduce((sum, { deviations }) => sum + deviations.length, 0)
  const depth = (explored[0]?.history.length ?? 0) + 1
  return {
    total,
    *histories() {
      const histories = ([0, 1, 2] as const).map((rank) =>
        counted
          .filter(({ each }) => each.rank === rank)
          .flatMap(({ each: { parent, point }, deviations }) =>
            deviations.map(({ name }) => ({ parent, deviation: { name, point: point.id } })),
          ),
      )
      const [first = [], second = [], rest = []] = histories
      for (const { parent, deviation } of [...first, ...second]) yield extend(parent, deviation)
      const isWhole = total <= budget
      for (const { parent, deviation } of isWhole ? rest : shuffled(rest, random, depth)) {
        yield extend(parent, deviation)
      }
    },
  }
}

const extend = ({ history }: ExploredHistory, deviation: Deviation): History => [
  ...history,
  deviation,
]

/** Whether a history has at most one deviation of this type at a subject: a notification or an assumption. */
const isTakenOnce = ({ type }: ChoicePoint): boolean => type === 'delivery' || type === 'assumption'

function extensionsOf(parent: ExploredHistory, plainIds: ReadonlySet<string>): Extension[] {
  const { history, points } = parent
  const last = history.at(-1)
  const start = last === undefined ? 0 : points.findIndex(({ id }) => id === last.point) + 1
  const used = history.map(({ point }) => points.find(({ id }) => id === point))
  const subjects = new Set(used.flatMap((each) => (each ? [each.subject] : [])))
  const taken = new Set(
    used.flatMap((each) => (each && isTakenOnce(each) ? [`${each.type} ${each.subject}`] : [])),
  )
  return points
    .slice(start)
    .filter(({ type, subject }) => !taken.has(`${type} ${subject}`))
    .map((point) => {
      const isNew = !plainIds.has(point.id)
      const rank = last === undefined ? 2 : isNew ? 0 : subjects.has(point.subject) ? 1 : 2
      return { parent, point, rank }
    })
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
