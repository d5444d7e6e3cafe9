/** The failing schedules of an exploration. */
import type { ComparedNames, EndingDifference } from '../oracles/difference.ts'
import type { Deviation } from '../deviations/deviation.ts'
import type { Judgement } from '../oracles/judgement.ts'
import type { Verdict } from '../oracles/verdict.ts'

/** A failing schedule, as small as possible. It stands for all schedules that fail with the same difference. */
export interface ExplorationFailure {
  /** The deviations, in the order of their choice points. */
  readonly deviations: readonly Deviation[]
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
  /** The calls, events and deliveries of the run that it was compared with. Absent for the baseline run. */
  readonly reference?: string
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
