/** When `state()` changes: with a step before the integration can know of it, or later. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { IntegrationReader } from './integration-reader.ts'

export class StateChanges {
  /** Whether the state changed with a step before the integration could know of it. */
  atOnce = false
  /** Whether the state changed after the integration could know of a step. */
  later = false
  readonly #journal: EmulatorContext['journal']
  readonly #reader: IntegrationReader
  #unheard: string | undefined

  constructor({ journal }: Pick<EmulatorContext, 'journal'>, reader: IntegrationReader) {
    this.#journal = journal
    this.#reader = reader
  }

  /** Reads the state right after the work of a step, unless the integration can know of it. */
  async noteUnheard(step: number): Promise<void> {
    const { lastState } = this.#reader
    const state = this.#isHeard(step) ? undefined : await this.#reader.readState()
    // Note: a process that synchronizes can make its first call while its state is read.
    this.#unheard = this.#isHeard(step) ? undefined : state
    if (this.#unheard !== undefined && lastState !== undefined && this.#unheard !== lastState)
      this.atOnce = true
  }

  #isHeard(step: number): boolean {
    const entries = this.#journal.entriesAfter(step, this.#journal.lastNumber() - step)
    return entries.some(({ kind }) => kind === 'request' || kind === 'attempt')
  }

  /** Compares the state at the end of the step with the one right after its work. */
  endStep(): void {
    if (this.#unheard !== undefined && this.#unheard !== this.#reader.lastState) this.later = true
    this.#unheard = undefined
  }
}
