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

/** The verdict about a run that did not reach the choice points of its schedule. */
export function unreachedJudgement(
  schedule: Schedule,
  { unreached, points }: RunOutcome,
): Judgement {
  const misplaced = schedule.flatMap((each) => misplacedReason(each, points))
  if (misplaced.length > 0) return withReason('inconclusive', misplaced.join('; '), false)
  const suggestions = unreached.flatMap((point) => {
    const types = new Set(schedule.filter((each) => each.point === point).map(choicePointTypeOf))
    const ids = points.filter(({ type }) => types.has(type)).map(({ id }) => id)
    const near = nearestName(point, ids)
    return near === undefined ? [] : [near]
  })
  const names = (points: readonly string[]): string =>
    points.map((point) => `"${point}"`).join(' and ')
  const advice = suggestions.length > 0 ? `did you mean ${names(suggestions)}? If not, the` : 'the'
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
