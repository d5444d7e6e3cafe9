/** What a scenario is: a story of the service's side, told to whoever receives its webhooks. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { EmulatorError } from '../machine/errors.ts'

/** What the script of a scenario works with. */
export interface ScenarioContext {
  /** The service. The script does what administrators and the calendar do: acts, clock, outages. */
  readonly emulator: Emulator
  /**
   * Says what happens next, lets it happen, and waits until the integration has come to rest.
   *
   * @example
   * await step('Mia is deleted', () => emulator.act.deleteUser({ user: mia }))
   */
  step<T>(summary: string, work?: () => T | Promise<T>): Promise<T>
  /** Asks the integration to read everything, as it does when it starts; does not wait for it. */
  resync(): void
}

/** The world and the limits that a scenario wants. */
export type ScenarioOptions = Pick<
  EmulatorOptions,
  'world' | 'seed' | 'flags' | 'assumptions' | 'rateLimit' | 'delivery' | 'start'
>

/** What a scenario says of itself, and the world that it wants. */
export interface ScenarioDetails extends ScenarioOptions {
  /** What it is about, in a sentence. Default: its name. */
  readonly summary?: string
}

/** A story of the service's side, to run against an integration. */
export interface Scenario<R = unknown> {
  /** Its name, as the command line takes it. */
  readonly name: string
  /** What it is about, in a sentence. */
  readonly summary: string
  /** What an emulator for it is made with. The world is `empty` unless it says otherwise. */
  readonly options: ScenarioOptions
  /** What happens. */
  readonly script: ScenarioScript<R>
}

/** What happens in a scenario, step by step; what it gives back goes to whoever runs it. */
export type ScenarioScript<R = unknown> = (context: ScenarioContext) => Promise<R>

/**
 * Writes a scenario. What its script gives back, `runScenario` hands to the test.
 *
 * @throws EmulatorError when the name is none that a command line can take
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
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw new EmulatorError('bad_scenario_name', {
      action: 'write a scenario',
      reason: `"${name}" is no name for one`,
      advice: 'Use small letters, digits and hyphens, such as "merge-during-outage".',
    })
  }
  const { summary = name, ...options } =
    typeof detailsOrScript === 'function' ? {} : detailsOrScript
  return { name, summary, options: { world: 'empty', ...options }, script }
}
