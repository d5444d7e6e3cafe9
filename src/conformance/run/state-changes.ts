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
    const entries = this.#journal.entriesAfter(step, this.#journal.lastNumber() - step)
    const isHeard = entries.some(({ kind }) => kind === 'request' || kind === 'attempt')
    const { lastState } = this.#reader
    this.#unheard = isHeard ? undefined : await this.#reader.readState()
    if (this.#unheard !== undefined && lastState !== undefined && this.#unheard !== lastState)
      this.atOnce = true
  }

  /** Compares the state at the end of the step with the one right after its work. */
  endStep(): void {
    if (this.#unheard !== undefined && this.#unheard !== this.#reader.lastState) this.later = true
    this.#unheard = undefined
  }
}
