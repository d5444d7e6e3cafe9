/** Chooses the active mutant of the instrumented sources, and collects the mutants that tests reach. */

/** The state that the instrumented sources share: the names are those of the instrumenter. */
interface InstrumenterState {
  activeMutant?: string | undefined
  hitCount?: number
  hitLimit?: number
  /** How often each mutant was reached, by its number. */
  mutantCoverage?: { readonly static: Float64Array }
}

/** How often one test file may reach the active mutant. An endless loop exceeds this. */
const hitLimit = 2_000_000

/** More than the number of mutants. */
const mutantCountMax = 20_000

// Note: the instrumenter looks for its state in this global.
const stateName = '__stryker__'
const holder = globalThis as { [stateName]?: InstrumenterState }
const state = (holder[stateName] ??= {})
const { static: hits } = (state.mutantCoverage ??= { static: new Float64Array(mutantCountMax) })

export const mutantSwitch = {
  activate(id: string | undefined): void {
    state.activeMutant = id
    state.hitCount = 0
    state.hitLimit = hitLimit
  },
  /** Returns the numbers of the mutants that were reached since the last call, as a bit set. */
  takeCoverage(): string {
    const bits = new Uint8Array(mutantCountMax / 8)
    hits.forEach((count, number) => {
      if (count > 0) bits[number >> 3]! |= 1 << (number & 7)
    })
    hits.fill(0)
    return Buffer.from(bits).toString('base64').replace(/A+=*$/, '')
  },
}
