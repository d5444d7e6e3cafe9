/** Types of the scenarios that the inspector lists and runs, for the page. */
export interface ScenarioView {
  readonly name: string
  readonly summary: string
}

/** The result of a scenario that was run. */
export interface ScenarioResult {
  readonly name: string
  /** The moment on the emulator's clock at the end. */
  readonly now: string
  readonly transcript: string
  /** Why the run says nothing about an integration. */
  readonly warning?: string
}
