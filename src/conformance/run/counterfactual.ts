/** Changes the world of a quiet twin while the integration is idle. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { IntegrationReader } from './integration-reader.ts'
import type { RunObserver } from './fault-injector.ts'
import { performFirst, type PlacedAct } from '../deviations/drift.ts'

/** How a quiet twin changes the world. */
export interface QuietChanges {
  /** The acts that changed lists in the history. */
  readonly acts: readonly PlacedAct[]
  /** Whether the acts happen before or after their step. */
  readonly when: 'before' | 'after'
}

interface QuietTwinOptions {
  /** Undefined if the run is not a quiet twin. */
  readonly changes: QuietChanges | undefined
  /** Whether the scenario moves time itself, so that its steps do not wait for an idle integration. */
  readonly movesTime: boolean
  readonly context: EmulatorContext
  readonly observer: Pick<RunObserver, 'applyWaiting'>
  readonly reader: Pick<IntegrationReader, 'waitUntilIdle'>
}

export class QuietTwin {
  /** The number of acts that the service refused. */
  refusedCount = 0
  /** The number of acts that changed the world. */
  actCount = 0
  readonly #options: QuietTwinOptions

  constructor(options: QuietTwinOptions) {
    this.#options = options
  }

  /** Performs the acts that belong to a step. */
  async act(when: QuietChanges['when'], step: number): Promise<void> {
    const { changes, context } = this.#options
    if (changes?.when !== when) return
    for (const act of changes.acts) {
      if (act.step !== step) continue
      this.actCount += 1
      if (!performFirst(context, [act])) this.refusedCount += 1
      await this.#waitUntilIdle()
    }
  }

  /** Makes the other changes at the end of a step. */
  async endStep(): Promise<void> {
    if (this.#options.observer.applyWaiting()) await this.#waitUntilIdle()
  }

  /** Waits after a change. If the scenario moves time itself, the change takes no time on the clock. */
  async #waitUntilIdle(): Promise<void> {
    const { movesTime, context, reader } = this.#options
    if (movesTime) await context.clock.settle()
    else await reader.waitUntilIdle()
  }
}
