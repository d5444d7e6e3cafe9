/** The model of a report: what a page shows of an exploration, a report card or a capacity. */
import type { Story } from '../../engine/journal/story.ts'
import type { Chart } from '../chart/chart.ts'

/** How good a verdict is. It selects the colour of a badge. */
type Grade = 'ok' | 'note' | 'bad' | 'none'

export interface Badge {
  readonly text: string
  readonly grade: Grade
}

/** A run of an integration. */
export interface ReportRun {
  /** What it is called: `baseline run`, `this run`. */
  readonly title: string
  /** What happened. Absent in reports of versions without stories. */
  readonly story?: Story
  /** What happened, as text. */
  readonly transcript: string
}

/** A value that differs between two runs. */
export interface ReportDifference {
  /** The path of the value: `state.users.3.name`. */
  readonly path: string
  /** The values as JSON; absent where there is none. */
  readonly expected?: string
  readonly actual?: string
  /** The numbers of the entries that wrote the values, in the story of the baseline and of the run. */
  readonly expectedBy?: number
  readonly actualBy?: number
}

export interface ReportDifferences {
  /** What the values are: those of the `baseline run` and of `this run`. */
  readonly names: { readonly expected: string; readonly actual: string }
  readonly list: readonly ReportDifference[]
}

/** A failing run or check. */
export interface ReportFailure {
  /** Unique in the report: a replay text, or the id of a check. */
  readonly id: string
  readonly verdict: Badge
  readonly badges?: readonly Badge[]
  /** What the failure is about, in one sentence. */
  readonly about?: string
  /** Why it fails. */
  readonly reason?: string
  /** What was done, each with the rule that makes it legal. */
  readonly deviations?: readonly { readonly text: string; readonly rule: string }[]
  readonly differences?: ReportDifferences
  /** Failures with one text are shown below each other. Default: the path of the first difference. */
  readonly group?: string
  /** The number of runs that fail in this way. */
  readonly count?: number
  readonly run?: ReportRun
  /** The run that it was compared with. */
  readonly baseline?: ReportRun
  /** The text that repeats the run. */
  readonly replay?: string
  /** A test that repeats the run. */
  readonly test?: string
  /** How to repeat it, as a sentence. */
  readonly repeat?: string
}

/** The verdict of each pair of a choice point and a deviation. */
export interface ReportMatrix {
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly title: string
    readonly cells: readonly (ReportCell | null)[]
  }[]
  readonly legend: readonly Omit<ReportCell, 'failure'>[]
}

export interface ReportCell {
  readonly letter: string
  readonly text: string
  readonly grade: Grade
  /** The id of the failure. */
  readonly failure?: string
}

/** Items with one heading: checks that passed, or that could not run for one reason. */
export interface ReportGroup {
  readonly title: string
  /** What to do about the items. */
  readonly advice?: string
  readonly items: readonly { readonly id: string; readonly verdict: Badge; readonly text: string }[]
}

export interface Report {
  readonly title: string
  readonly verdict?: Badge
  /** The number of runs or checks by verdict. */
  readonly counts?: readonly Badge[]
  /** What was covered, and how the report was made: the seed, the version, the command. */
  readonly about: readonly string[]
  readonly failures?: readonly ReportFailure[]
  readonly groups?: readonly ReportGroup[]
  readonly matrix?: ReportMatrix
  readonly charts?: readonly Chart[]
  readonly tables?: readonly ReportTable[]
  readonly notes?: readonly string[]
}

export interface ReportTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
