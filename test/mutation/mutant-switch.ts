/** Chooses the active mutant of the instrumented sources, and collects the mutants that tests reach. */

/** The state that the instrumented sources share: the names are those of the instrumenter. */
interface InstrumenterState {
  activeMutant?: string | undefined
  hitCount?: number
  hitLimit?: number
  /** How often each mutant was reached, by its id. */
  mutantCoverage?: { static: Record<string, number> }
}

/** How often one test file may reach the active mutant. An endless loop exceeds this. */
const hitLimit = 2_000_000

// Note: the instrumenter looks for its state in this global.
const stateName = '__stryker__'
const holder = globalThis as { [stateName]?: InstrumenterState }
const state = (holder[stateName] ??= {})
const coverage = (state.mutantCoverage ??= { static: {} })

export const mutantSwitch = {
  activate(id: string | undefined): void {
    state.activeMutant = id
    state.hitCount = 0
    state.hitLimit = hitLimit
  },
  /** Returns the ids of the mutants that were reached since the last call. */
  takeCoverage(): string[] {
    const ids = Object.keys(coverage.static)
    coverage.static = {}
    return ids
  },
}
