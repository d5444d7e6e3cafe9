/** Explores a scenario: runs it under every legal schedule within a budget and reports the failing ones. */
import { createEmulator } from '../../service/create-emulator.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { callSiteIn } from '../../engine/journal/call-site.ts'
import { needsReading } from '../../engine/errors/unread-result.ts'
import type { Connect } from '../scenario/integration.ts'
import { type ExploreArguments, exploreArguments } from './explore-arguments.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { Exploration } from './exploration.ts'
import {
  assertNoneGenerated,
  assertNoSharedReplay,
  defaultRuns,
  type ExploreOptions,
  exploreSettingsFrom,
} from './explore-options.ts'
import { Explorer } from './explorer.ts'
import { kindOf } from '../deviations/kinds.ts'
import { parseSchedule } from '../run/schedule.ts'
import {
  type ExpectContext,
  prepareScenario,
  type PreparedScenario,
} from '../run/prepared-scenario.ts'
import { GeneratedExplorer } from './generated/generated-explorer.ts'

/**
 * Runs an integration under the schedules of a scenario: each schedule has deliveries, calls or steps that
 * deviate from the baseline run. Schedules with fewer deviations come first.
 *
 * Without a scenario, it generates scenarios from the acts that concern the integration: each act alone, then acts in
 * turn whose records are related, with and without deviations.
 *
 * `connect` creates a new instance of the integration for each schedule and after each crash.
 *
 * @throws EmulatorError for an invalid argument, and if an act of the scenario is refused in the baseline run
 * @example
 * const exploration = await explore(merge, connect, { deviations: ['deliveries', 'crashes'] })
 * console.log(exploration.coverage)
 * @example
 * const exploration = await explore(connect, { acts: ['*user*'] })
 * console.log(exploration.text)
 */
export function explore(connect: Connect, options?: ExploreOptions): Promise<Exploration>
export function explore<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect,
  options?: ExploreOptions<G>,
): Promise<Exploration>
export function explore(...args: readonly unknown[]): Promise<Exploration> {
  const callSite = callSiteIn(new Error('call').stack ?? '')
  return needsAwait('explore', async () => {
    const explored = await exploreWith(exploreArguments<ExploreOptions>('explore', args))
    return needsReading(explored, {
      subject: `the exploration of ${explored.scenario}`,
      assertion: 'assertConverges(exploration)',
      callSite,
      emptyLists: explored.failures.length === 0 ? ['failures'] : [],
    })
  })
}

/** What an exploration runs on. */
interface ExplorationEnvironment {
  /** Creates the emulator of the explored service. Default: that of the shipped service. */
  readonly createEmulator?: typeof createEmulator
}

/** The same as `explore`, on the emulators of any service. */
export async function exploreWith<R, G>(
  { scenario, connect, options = {} }: ExploreArguments<R, G>,
  { createEmulator: create = createEmulator }: ExplorationEnvironment = {},
): Promise<Exploration> {
  assertNoSharedReplay(options)
  const runsDefault = scenario === undefined ? defaultRuns.generated : defaultRuns.scenario
  const settings = exploreSettingsFrom(options, runsDefault)
  if (scenario) assertNoneGenerated(options)
  const { expect, events, seed, replay } = options
  const replayed = replay === undefined || !scenario ? undefined : parseSchedule(replay)
  const replayedKinds = replayed?.map(({ name }) => kindOf(name).kind) ?? []
  const prepare = (prepared: Scenario<unknown, unknown>): Promise<PreparedScenario> =>
    prepareScenario(prepared, connect, {
      createEmulator: create,
      kinds: new Set([...settings.kinds, ...replayedKinds]),
      ...(seed !== undefined && { seed }),
      ...(expect && { expect: expect as (context: ExpectContext) => unknown }),
      ...(events && { events }),
    })
  if (!scenario)
    return new GeneratedExplorer(prepare, settings, options as ExploreOptions).explore(replay)
  const prepared = await prepare(scenario as Scenario<unknown, unknown>)
  return new Explorer(prepared, settings, options as ExploreOptions).explore(replayed)
}
