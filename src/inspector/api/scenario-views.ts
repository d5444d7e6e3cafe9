/** Types of the scenarios that the inspector lists and plays, for the page. */
export interface ScenarioView {
  readonly name: string
  readonly summary: string
}

/** The result of a scenario that was played. */
export interface ScenarioResult {
  readonly name: string
  /** The moment on the emulator's clock at the end. */
  readonly now: string
  readonly transcript: string
}
