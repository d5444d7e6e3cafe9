/** Types of the exploration that the inspector starts and shows, for the page. */

/** How far the last exploration of the server is. */
type ExplorationStatus = 'none' | 'running' | 'finished' | 'canceled' | 'failed'

/** A failing history. */
export interface FailureView {
  readonly replay: string
  /** The test that replays the history. Absent if its run could not be judged. */
  readonly test?: string
  readonly verdict: string
  readonly reason?: string
  readonly count: number
  readonly difference: readonly {
    readonly path: string
    readonly expected?: unknown
    readonly actual?: unknown
  }[]
  readonly transcript: string
  /** The transcript of the run that the history was compared with. */
  readonly reference?: string
}

/** The choice points of an exploration, and the verdicts of the histories with one deviation. */
export interface MatrixView {
  /** The names of the deviations. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    /** The identity of the choice point, as a replay names it. */
    readonly point: string
    /** The choice point for people: its storage key is decoded. */
    readonly text: string
    /** The verdicts, in the order of the columns; null where a deviation does not apply. */
    readonly cells: readonly (string | null)[]
  }[]
}

/** The result of an exploration, as far as the page shows it. */
export interface ExplorationResult {
  readonly ok: boolean
  readonly coverage: string
  readonly verdicts: Readonly<Record<string, number>>
  readonly matrix: MatrixView
  readonly failures: readonly FailureView[]
}

/** The last exploration of the server. */
export interface ExplorationView {
  readonly status: ExplorationStatus
  /** The name of the scenario. */
  readonly scenario?: string
  /** The webhook endpoint of the integration. */
  readonly to?: string
  readonly progress?: { readonly run: number; readonly runs: number; readonly failures: number }
  /** Why the exploration failed. */
  readonly error?: string
  readonly result?: ExplorationResult
}
