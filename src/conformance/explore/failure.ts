/** The failing histories of an exploration. */
import type { Story } from '../../engine/journal/story.ts'
import type { ComparedNames, EndingDifference } from './difference.ts'
import type { Deviation } from './history.ts'
import type { Verdict } from './judgement.ts'

/** A failing history, as small as possible. It stands for all histories that fail with the same difference. */
export interface ExplorationFailure {
  /** The deviations, in the order of their choice points. */
  readonly deviations: readonly Deviation[]
  /** The text for the option `replay`. */
  readonly replay: string
  /** The verdict about the history. */
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
  /** The calls, events and deliveries of the run that it was compared with. Absent for the plain run. */
  readonly reference?: string
  /** The same as data, for its page. */
  readonly referenceStory?: Story
  /** The number of histories that fail with this difference. */
  readonly count: number
}
