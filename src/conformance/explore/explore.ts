/** Explores a scenario: runs it under every legal schedule within a budget and reports the failing ones. */
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
import { kindOf } from '../deviations/kinds.ts'
import { parseSchedule } from '../run/schedule.ts'
import { prepareScenario } from '../run/prepared-scenario.ts'

/**
 * Runs an integration under the schedules of a scenario: each schedule has deliveries, calls or steps that
 * deviate from the baseline run. Schedules with fewer deviations come first.
 *
 * `connect` creates a new instance of the integration for each schedule and after each crash.
 *
 * @throws EmulatorError for an invalid argument, and if an act of the scenario is refused in the baseline run
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
  const replayed = options.replay === undefined ? undefined : parseSchedule(options.replay)
  const { expect, events, seed } = options
  const replayedKinds = replayed?.map(({ name }) => kindOf(name).kind) ?? []
  const prepared = await prepareScenario(scenario, connect, {
    createEmulator: create,
    kinds: new Set([...settings.kinds, ...replayedKinds]),
    ...(seed !== undefined && { seed }),
    ...(expect && { expect }),
    ...(events && { events }),
  })
  return new Explorer(prepared, settings, options).explore(replayed)
}
