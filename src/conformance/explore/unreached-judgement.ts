/** Judges an exploration that ran no history, and a replay that did not reach its choice points. */
import { nearestName } from '../../engine/errors/errors.ts'
import type { ChoicePoint } from '../run/choice-point.ts'
import {
  choicePointNames,
  type ChoicePointType,
  deviationKinds,
  deviationsAt,
} from '../deviations/deviations.ts'
import { type Deviation, definitionOf, type History } from '../run/schedule.ts'
import { type Judgement, withReason } from '../oracles/judgement.ts'
import type { RunOutcome } from '../run/outcome.ts'

/** Judges the plain run of an exploration that has no history to run. */
export const unexplorableJudgement = (reason: string, isAmplified = false): Judgement =>
  withReason('could not tell', reason, isAmplified)

const cutReasons = {
  canceled: 'the exploration was canceled before the first history',
  time: 'the time was over before the first history',
} as const

/** Why an exploration ran no history. `cut` tells why it ended early; undefined if it did not. */
export const noHistoryReasonOf = (cut: keyof typeof cutReasons | undefined): string =>
  cut === undefined ? 'no history could be run' : cutReasons[cut]

/** Whether the plain run could not be judged only because the exploration ended before the first history. */
export const isCutReason = (reason: string | undefined): boolean =>
  Object.values<string | undefined>(cutReasons).includes(reason)

/** The verdict about a run that did not reach the choice points of its history. */
export function unreachedJudgement(history: History, { unreached, points }: RunOutcome): Judgement {
  const misplaced = history.flatMap((each) => misplacedReason(each, points))
  if (misplaced.length > 0) return withReason('could not tell', misplaced.join('; '), false)
  const suggestions = unreached.flatMap((point) => {
    const types = new Set(history.filter((each) => each.point === point).map(choicePointTypeOf))
    const ids = points.filter(({ type }) => types.has(type)).map(({ id }) => id)
    const near = nearestName(point, ids)
    return near === undefined ? [] : [near]
  })
  const names = (points: readonly string[]): string =>
    points.map((point) => `"${point}"`).join(' and ')
  const advice = suggestions.length > 0 ? `did you mean ${names(suggestions)}? If not, the` : 'the'
  const changed = 'scenario or the integration has changed, so explore it again without `replay`'
  const reason = `the run did not reach ${names(unreached)}; ${advice} ${changed}`
  return withReason('could not tell', reason, false)
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
