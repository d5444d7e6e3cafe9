/** The definition of a scenario: a script of events in the service, to run against an integration. */
import { assertArgumentCount } from '../errors/argument-count.ts'
import type { Emulator } from './emulator-api.ts'
import { type EmulatorOptions, emulatorOptions } from './options.ts'
import { checkedScript } from './scenario-script.ts'
import { booleanCheck, functionCheck, quoteValue } from '../errors/argument-checks.ts'
import { defined } from '../errors/defined.ts'
import { option, type OptionsOf, pickOptions, readOptionsWith } from '../errors/options.ts'
import { EmulatorError } from '../errors/errors.ts'

/** The context that a scenario's script receives. */
export interface ScenarioContext<G = unknown> {
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
  /** The result of the scenario's `given`; undefined without one. */
  readonly given: G
}

/** The emulator options that a scenario can set. */
const scenarioOptions = pickOptions(
  emulatorOptions,
  'world',
  'seed',
  'flags',
  'assumptions',
  'rateLimit',
  'delivery',
  'start',
)

/** The emulator options that a scenario can set. */
export interface ScenarioOptions extends Pick<EmulatorOptions, keyof typeof scenarioOptions> {}

/** The details of a scenario, besides the options of the emulator. */
const detailOptions = {
  /** A sentence that describes the scenario. Default: its name. */
  summary: option<string>({
    isValid: (value) => typeof value === 'string',
    expected: 'a sentence that describes the scenario',
  }),
  given: option<(emulator: Emulator) => unknown>(functionCheck),
  /**
   * Whether an exploration synchronizes the integration before the first step. `false` is for scenarios about the
   * start of an integration and its first synchronization. Default: true.
   */
  synchronized: option<boolean>(booleanCheck),
  /**
   * Whether an exploration compares the state after the final synchronization only, because the integration handles no
   * event of the scenario. Default: false.
   */
  eventual: option<boolean>(booleanCheck),
}

/** The summary of a scenario, its emulator options and its records. */
export interface ScenarioDetails<G = unknown>
  extends ScenarioOptions, OptionsOf<typeof detailOptions> {
  /**
   * Makes the records that exist before the first step. An exploration calls it once and forks the emulator
   * for each schedule. Default: none.
   */
  readonly given?: ((emulator: Emulator) => G | Promise<G>) | undefined
}

/** A named script of events in the service, to run against an integration. */
export interface Scenario<R = unknown, G = unknown> {
  /** The name for the command line. */
  readonly name: string
  /** A sentence that describes the scenario. */
  readonly summary: string
  /** Options of the emulator that the scenario runs on. Default of `world`: `empty`. */
  readonly options: ScenarioOptions
  /** Makes the records that exist before the first step. */
  readonly given?: (emulator: Emulator) => G | Promise<G>
  /** Whether an exploration synchronizes the integration before the first step. Default: true. */
  readonly synchronized?: boolean
  /** Whether an exploration compares the state after the final synchronization only. Default: false. */
  readonly eventual?: boolean
  // Note: a method, so that a scenario with any `given` fits a parameter of the type `Scenario`.
  /** The events. */
  script(context: ScenarioContext<G>): Promise<R>
}

/** Performs the steps of a scenario. `runScenario` returns the result of the script. */
export type ScenarioScript<R = unknown, G = unknown> = (context: ScenarioContext<G>) => Promise<R>

/**
 * Defines a scenario. `runScenario` returns the result of its script.
 *
 * @throws EmulatorError if the name contains other characters than small letters, digits and hyphens
 * @example
 * export default scenario(
 *   'new-last-name',
 *   {
 *     summary: 'A user changes her last name.',
 *     given: (emulator) => ({ mia: emulator.given('users', { first_name: 'Mia' }) }),
 *   },
 *   async ({ emulator, step, given: { mia } }) => {
 *     await step('She marries', () => emulator.act.updateUser({ user: mia, last_name: 'Berg' }))
 *     return { mia }
 *   },
 * )
 */
export function scenario<R>(name: string, script: ScenarioScript<R>): Scenario<R>
export function scenario<R, G = undefined>(
  name: string,
  details: ScenarioDetails<G>,
  script: ScenarioScript<R, G>,
): Scenario<R, G>
export function scenario<R, G>(
  name: string,
  detailsOrScript: ScenarioDetails<G> | ScenarioScript<R, G>,
  script = detailsOrScript as ScenarioScript<R, G>,
): Scenario<R, G> {
  assertArgumentCount('scenario', 3, arguments)
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
  const details = typeof detailsOrScript === 'function' ? {} : detailsOrScript
  const { values, rest } = readOptionsWith(detailOptions, scenarioOptions, details, {
    action: `define the scenario "${name}"`,
    code: 'bad_scenario',
  })
  const { summary = name, synchronized, eventual } = values
  const given = values.given as Scenario<R, G>['given']
  return {
    name,
    summary,
    options: { world: 'empty', ...rest },
    ...defined({ given, synchronized, eventual }),
    script: checkedScript(name, script),
  }
}
