/** The definition of a scenario: a script of events in the service, to run against an integration. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { quoteValue } from '../machine/argument-checks.ts'
import { EmulatorError } from '../machine/errors.ts'

/** The context that a scenario's script receives. */
export interface ScenarioContext {
  /** The service. The script performs acts, advances the clock and causes outages. */
  readonly emulator: Emulator
  /**
   * Records a step, performs its work, and waits until the emulator and the integration are idle.
   *
   * @example
   * await step('Mia is deleted', () => emulator.act.deleteUser({ user: mia }))
   */
  step<T>(summary: string, work?: () => T | Promise<T>): Promise<T>
  /** Starts a full synchronization of the integration, without waiting for its end. */
  resync(): void
}

/** The emulator options that a scenario can set. */
export type ScenarioOptions = Pick<
  EmulatorOptions,
  'world' | 'seed' | 'flags' | 'assumptions' | 'rateLimit' | 'delivery' | 'start'
>

/** The summary of a scenario and its emulator options. */
export interface ScenarioDetails extends ScenarioOptions {
  /** A sentence that describes the scenario. Default: its name. */
  readonly summary?: string
}

/** A named script of events in the service, to run against an integration. */
export interface Scenario<R = unknown> {
  /** The name for the command line. */
  readonly name: string
  /** A sentence that describes the scenario. */
  readonly summary: string
  /** Options of the emulator that the scenario runs on. Default of `world`: `empty`. */
  readonly options: ScenarioOptions
  /** The events. */
  readonly script: ScenarioScript<R>
}

/** Performs the steps of a scenario. `runScenario` returns the result of the script. */
export type ScenarioScript<R = unknown> = (context: ScenarioContext) => Promise<R>

/**
 * Defines a scenario. `runScenario` returns the result of its script.
 *
 * @throws EmulatorError if the name contains other characters than small letters, digits and hyphens
 * @example
 * export default scenario('a-new-name', async ({ emulator, step }) => {
 *   const mia = emulator.given('users', { first_name: 'Mia' })
 *   await step('She marries', () => emulator.act.updateUser({ user: mia, last_name: 'Berg' }))
 *   return { mia }
 * })
 */
export function scenario<R>(name: string, script: ScenarioScript<R>): Scenario<R>
export function scenario<R>(
  name: string,
  details: ScenarioDetails,
  script: ScenarioScript<R>,
): Scenario<R>
export function scenario<R>(
  name: string,
  detailsOrScript: ScenarioDetails | ScenarioScript<R>,
  script = detailsOrScript as ScenarioScript<R>,
): Scenario<R> {
  if (typeof name !== 'string' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw new EmulatorError('bad_scenario_name', {
      action: 'define a scenario',
      reason: `\`name\` is not a valid scenario name: ${quoteValue(name)}`,
      advice: 'Use small letters, digits and hyphens, such as "merge-during-outage".',
    })
  }
  if (typeof script !== 'function') {
    throw new EmulatorError('bad_scenario', {
      action: `define the scenario "${name}"`,
      reason: `its script is ${quoteValue(script)}`,
      advice: 'Give a function of ({ emulator, step }), after the details if there are any.',
    })
  }
  const { summary = name, ...options } =
    typeof detailsOrScript === 'function' ? {} : detailsOrScript
  return { name, summary, options: { world: 'empty', ...options }, script }
}
