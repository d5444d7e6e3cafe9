/** Explores a scenario: runs it under every legal history within a budget and reports the failing ones. */
import { createEmulator } from '../../service/create-emulator.ts'
import type { Connect, Integration } from '../scenario/integration.ts'
import { assertRunArguments } from '../scenario/run-arguments.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { Exploration } from './exploration.ts'
import {
  assertNoSharedReplay,
  type ExploreOptions,
  exploreSettingsFrom,
} from './explore-options.ts'
import { Explorer } from './explorer.ts'
import { definitionOf, parseHistory } from './history.ts'
import { prepareScenario } from './prepared-scenario.ts'
import { defined } from '../../engine/errors/defined.ts'

/**
 * Runs an integration under the histories of a scenario: each history has deliveries, calls or steps that
 * deviate from the plain run. Histories with fewer deviations come first.
 *
 * `connect` creates a new instance of the integration for each history and after each crash.
 *
 * @throws EmulatorError for an invalid argument, and if an act of the scenario is refused in the plain run
 * @example
 * const exploration = await explore(merge, connect, { deviations: ['deliveries', 'crashes'] })
 * console.log(exploration.coverage)
 */
export async function explore<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect | Integration,
  options: ExploreOptions<G> = {},
): Promise<Exploration> {
  assertNoSharedReplay(options)
  return exploreWith(scenario, connect, options)
}

/** What an exploration runs on. */
interface ExplorationEnvironment {
  /** Creates the emulator of the explored service. Default: that of the shipped service. */
  readonly createEmulator?: typeof createEmulator
}

/** The same as `explore`, on the emulators of any service. */
export async function exploreWith<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect | Integration,
  options: ExploreOptions<G>,
  { createEmulator: create = createEmulator }: ExplorationEnvironment = {},
): Promise<Exploration> {
  assertRunArguments(scenario, connect, 'explore the scenario')
  const settings = exploreSettingsFrom(options)
  const replayed = options.replay === undefined ? undefined : parseHistory(options.replay)
  const { ending, events, seed } = options
  const replayedKinds = replayed?.map((each) => definitionOf(each).kind) ?? []
  const prepared = await prepareScenario(scenario, connect, {
    createEmulator: create,
    kinds: new Set([...settings.kinds, ...replayedKinds]),
    ...defined({ seed, ending, events }),
  })
  return new Explorer(prepared, settings, options).explore(replayed)
}
