/** The arguments of an exploration, with or without a scenario. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { isObject } from '../../engine/errors/argument-checks.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { Connect } from '../scenario/integration.ts'
import {
  assertConnect,
  assertNoEmulator,
  assertRunArguments,
  isScenario,
} from '../scenario/run-arguments.ts'
import type { ExploreOptions } from './explore-options.ts'

/** What an exploration runs, and how. */
export interface ExploreArguments<R, G, O = ExploreOptions<G>> {
  /** Default: generated scenarios. */
  readonly scenario?: Scenario<R, G>
  readonly connect: Connect
  readonly options?: O
}

/**
 * Tells a scenario from an integration in the first place. `name` is the function that got the arguments.
 *
 * @throws EmulatorError if an argument is not what its place says
 */
export function exploreArguments<O>(
  name: string,
  args: readonly unknown[],
): ExploreArguments<unknown, unknown, O> {
  const [first, second] = args
  const own = 'Leave it out: each schedule has an emulator of its own.'
  assertNoEmulator(args.at(-1), 'explore', own)
  const isGenerated =
    typeof first === 'function' || (isIntegration(first) && !isIntegration(second))
  // Note: a scenario in the second place is a mistake, and no options.
  if (isGenerated && !isScenario(second)) {
    assertArgumentCount(name, 2, args)
    const [connect, options] = args as readonly [Connect, O?]
    assertConnect(connect, { code: 'bad_run', action: 'explore' })
    return { connect, ...(options && { options }) }
  }
  assertArgumentCount(name, 3, args)
  const [scenario, connect, options] = args as readonly [Scenario, Connect, O?]
  const action = 'explore the scenario'
  assertRunArguments(scenario, connect, action)
  assertConnect(connect, { code: 'bad_run', action })
  return { scenario, connect, ...(options && { options }) }
}

const isIntegration = (value: unknown): boolean =>
  typeof value === 'function' ||
  (isObject(value) && ['fetch', 'state'].some((name) => typeof value[name] === 'function'))
