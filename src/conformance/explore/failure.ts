/** The failing schedules of an exploration. */
import type { Story } from '../../engine/journal/story.ts'
import type { ComparedNames, EndingDifference } from '../oracles/difference.ts'
import type { ChoicePoint, ChoicePointType, Deviation } from '../deviations/deviation.ts'
import { definitionOf, formatDeviation, type Schedule } from '../run/schedule.ts'
import type { Judgement } from '../oracles/judgement.ts'
import type { Verdict } from '../oracles/verdict.ts'

/** A deviation of a failing run. */
export interface PlacedDeviation extends Deviation {
  /** The call or the delivery before a point of the storage: its key says little about where in the run it is. */
  readonly after?: string
}

const pointsOfStorage: readonly string[] = ['write', 'stored'] satisfies ChoicePointType[]
const pointsBefore: readonly string[] = ['request', 'delivery'] satisfies ChoicePointType[]

/** Returns the deviations with what came before them in the run that reached the points. */
export const placedIn = (
  schedule: Schedule,
  points: readonly ChoicePoint[],
): readonly PlacedDeviation[] =>
  schedule.map((deviation) => {
    const { at } = definitionOf(deviation)
    const index = points.findIndex(({ type, id }) => type === at && id === deviation.point)
    const before = points
      .slice(0, Math.max(0, index))
      .findLast(({ type }) => pointsBefore.includes(type))
    if (!before || !pointsOfStorage.includes(at)) return deviation
    return { ...deviation, after: before.id }
  })

/** The deviation and where it is, for people. */
export const describeDeviation = (deviation: PlacedDeviation): string => {
  const { after } = deviation
  return `${formatDeviation(deviation)}${after === undefined ? '' : `, after ${after}`}`
}

/** A failing schedule, as small as possible. It stands for all schedules that fail with the same difference. */
export interface ExplorationFailure {
  /** The deviations, in the order of their choice points. */
  readonly deviations: readonly PlacedDeviation[]
  /** The text for the option `replay`. */
  readonly replay: string
  /** The generated scenario as source, to paste into a test. Absent if the exploration has a scenario. */
  readonly code?: string
  /** The verdict about the schedule. */
  readonly verdict: Verdict
  /** Why the run hung, failed or says nothing. */
  readonly reason?: string
  /** More than twice the calls of the reference run, or a call before Retry-After was over. */
  readonly isAmplified: boolean
  /** Where the ending differs from the ending of the reference run. */
  readonly difference: readonly EndingDifference[]
  /** What the values of the differences are: those of the `baseline run` and of `this run`. */
  readonly compared: ComparedNames
  /** The calls, events and deliveries of the run. */
  readonly transcript: string
  /** The same as data, for its page. Absent in reports of earlier versions. */
  readonly story?: Story
  /** The calls, events and deliveries of the run that it was compared with. Absent for the baseline run. */
  readonly reference?: string
  /** The same as data, for its page. */
  readonly referenceStory?: Story
  /** The number of schedules that fail with this difference. */
  readonly count: number
}

/** Returns the failure with another judgement of the same run. */
export const withJudgement = (
  failure: ExplorationFailure,
  { verdict, reason, differences, names = failure.compared }: Judgement,
): ExplorationFailure => ({
  ...failure,
  verdict,
  ...(reason !== undefined && { reason }),
  difference: differences,
  compared: names,
})
