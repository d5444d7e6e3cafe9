/** Creates the context that the script of a scenario receives. */
import { stepKind } from '../../engine/journal/kinds/step.ts'
import { withAsyncCause } from '../../engine/clock/async-cause.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { IntegrationHost } from './integration-host.ts'
import type { ScenarioContext } from '../../engine/emulator/scenario.ts'
import { StepTurns } from './step-turns.ts'

interface ScenarioContextOptions<G> {
  readonly emulator: Emulator
  /** The number of the last journal entry before the run. */
  readonly after: number
  readonly host: IntegrationHost
  /** The result of the scenario's `given`. */
  readonly given: G
  /** Called with the text of each step when it begins. */
  readonly onStep?: (text: string) => void
  /** Waits for work that the emulator cannot track. */
  readonly drain?: () => Promise<void>
}

interface PreparedScenarioContext<G> {
  readonly context: ScenarioContext<G>
  /**
   * Ends the script: waits until the emulator and the integration are idle.
   *
   * @throws the error of a failed synchronization, and EmulatorError if a step was not awaited, or if nothing happened
   */
  end(): Promise<void>
}

export function createScenarioContext<G>({
  emulator,
  after,
  host,
  given,
  onStep,
  drain,
}: ScenarioContextOptions<G>): PreparedScenarioContext<G> {
  const { journal } = contextOf(emulator)
  const failures: unknown[] = []
  const turns = new StepTurns()
  let isSynchronized = false

  async function settleFully(): Promise<void> {
    await emulator.settle()
    if (drain) {
      for (let lastSeen = -1; lastSeen !== journal.lastNumber();) {
        lastSeen = journal.lastNumber()
        await drain()
        await emulator.settle()
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  const context: ScenarioContext<G> = {
    emulator,
    given,
    step: (summary, work) =>
      turns.take(summary, work, async () => {
        const { number } = journal.add(stepKind, { summary })
        onStep?.(summary)
        const cause = { journal: journal.identity(), number }
        const result = await (work && withAsyncCause(cause, work))
        await settleFully()
        return result as never
      }),
    resync() {
      isSynchronized = true
      void emulator.track(host.resync()).catch((error: unknown) => failures.push(error))
    },
  }
  return {
    context,
    async end() {
      await turns.end(settleFully)
      const entries = journal.entries().filter(({ number }) => number > after)
      if (!isSynchronized && entries.every(({ kind }) => kind === 'step')) throw nothingHappened()
    },
  }
}

/** A run without an act and without a call says nothing about the integration. */
const nothingHappened = (): EmulatorError =>
  new EmulatorError('empty_scenario', {
    action: 'run the scenario',
    reason: 'no step did anything, and the integration called nothing',
    advice:
      '`given` makes no event. Perform an act in a step: await step("…", () => emulator.act.…).',
  })
