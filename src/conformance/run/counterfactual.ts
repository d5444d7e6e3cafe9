/** Changes the world of a counterfactual run while the integration is idle. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { IntegrationReader } from './integration-reader.ts'
import type { FaultInjector } from './fault-injector.ts'
import { performFirst, type PlacedAct } from './service-act.ts'

/** How a counterfactual run changes the world. */
export interface CounterfactualChanges {
  /** The acts that changed lists in the schedule. */
  readonly acts: readonly PlacedAct[]
  /** Whether the acts happen before their step, after its work and before a poller synchronizes, or after it. */
  readonly when: 'before' | 'within' | 'after'
}

interface CounterfactualOptions {
  /** Undefined if the run is not a counterfactual run. */
  readonly changes: CounterfactualChanges | undefined
  /** Whether the scenario moves time itself, so that its steps do not wait for an idle integration. */
  readonly movesTime: boolean
  readonly context: EmulatorContext
  readonly injector: Pick<FaultInjector, 'applyWaiting'>
  readonly reader: Pick<IntegrationReader, 'waitUntilIdle'>
}

export class Counterfactual {
  /** The number of acts that the service refused. */
  refusedCount = 0
  /** The number of acts that changed the world. */
  actCount = 0
  readonly #options: CounterfactualOptions

  constructor(options: CounterfactualOptions) {
    this.#options = options
  }

  /** Whether acts belong to a later step. */
  hasActsAfter(step: number): boolean {
    return this.#options.changes?.acts.some((act) => act.step > step) === true
  }

  /** Performs the acts that belong to a step. */
  async act(when: CounterfactualChanges['when'], step: number): Promise<void> {
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
    if (this.#options.injector.applyWaiting()) await this.#waitUntilIdle()
  }

  /** Waits after a change. If the scenario moves time itself, the change takes no time on the clock. */
  async #waitUntilIdle(): Promise<void> {
    const { movesTime, context, reader } = this.#options
    if (movesTime) await context.clock.settle()
    else await reader.waitUntilIdle()
  }
}
