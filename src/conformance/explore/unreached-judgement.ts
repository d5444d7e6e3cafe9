/** Judges a replay that did not reach its choice points. */
import { nearestName } from '../../engine/errors/near-names.ts'
import {
  type ChoicePoint,
  choicePointNames,
  type ChoicePointType,
  type Deviation,
} from '../deviations/deviation.ts'
import { deviationKinds, deviationsAt } from '../deviations/kinds.ts'
import { definitionOf, type Schedule } from '../run/schedule.ts'
import { type Judgement, withReason } from '../oracles/judgement.ts'
import type { RunOutcome } from '../run/outcome.ts'

/** The maximum number of choice points in the reason. */
const listedMax = 5

/** The verdict about a run that did not reach the choice points of its schedule. */
export function unreachedJudgement(
  schedule: Schedule,
  { unreached, points }: RunOutcome,
): Judgement {
  const misplaced = schedule.flatMap((each) => misplacedReason(each, points))
  if (misplaced.length > 0) return withReason('inconclusive', misplaced.join('; '), false)
  const isOfType = ({ type }: ChoicePoint): boolean =>
    schedule.some((each) => unreached.includes(each.point) && choicePointTypeOf(each) === type)
  const ids = points.filter(isOfType).map(({ id }) => id)
  const suggestions = unreached.flatMap((point) => nearestName(point, ids) ?? [])
  const names = (points: readonly string[], separator = ' and '): string =>
    points.map((point) => `"${point}"`).join(separator)
  const rest = ids.length > listedMax ? ` and ${ids.length - listedMax} more` : ''
  const advice =
    suggestions.length > 0
      ? `did you mean ${names(suggestions)}? If not, the`
      : `it reached ${names(ids.slice(0, listedMax), ', ') || 'none of this kind'}${rest}. The name is misspelt, or the`
  const changed = 'scenario or the integration has changed, so explore it again without `replay`'
  const reason = `the run did not reach ${names(unreached)}; ${advice} ${changed}`
  return withReason('inconclusive', reason, false)
}

/** Why a deviation cannot happen at its choice point; empty if it can, or if the run did not reach the point. */
function misplacedReason(each: Deviation, points: readonly ChoicePoint[]): string[] {
  const reached = points.filter(({ id }) => id === each.point)
  const type = choicePointTypeOf(each)
  const [other] = reached
  if (!other || reached.some((point) => point.type === type)) return []
  const names = deviationsAt(other.type, new Set(deviationKinds)).map(({ name }) => name)
  const actual = `"${each.point}" is ${choicePointNames[other.type]}`
  return [
    `"${each.name}" is a deviation of ${choicePointNames[type]}, but ${actual}; choose one of ${names.join(', ')}`,
  ]
}

const choicePointTypeOf = (each: Deviation): ChoicePointType => definitionOf(each).at
