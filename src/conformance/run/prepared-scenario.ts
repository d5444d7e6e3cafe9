/** Prepares what all schedules of an exploration share: the world after the scenario's `given`, and the webhook. */
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EventName } from '../../service/generated/rows.ts'
import type { DeviationKind } from '../deviations/kinds.ts'
import type { Connect, Integration } from '../scenario/integration.ts'
import { registerIntegration } from '../scenario/integration-webhook.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { defined } from '../../engine/errors/defined.ts'

/** What the option `expect` receives at the end of a schedule. */
export interface ExpectContext<G = unknown> {
  /** The service after the final synchronization. */
  readonly emulator: Emulator
  /** Returns the records of a resource, as `emulator.rows` does. */
  readonly rows: Emulator['rows']
  /** The value of `state()`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape is that of the integration
  readonly state: any
  /** The result of the scenario's `given`. */
  readonly given: G
  /** The integration, or the instance that runs after a crash. */
  readonly integration: Integration
}

interface PrepareOptions<G> {
  /** Default: the emulator of the package's service. */
  readonly createEmulator?: typeof createEmulator
  /** The kinds of deviations whose choice points are observed. Default: none that need an observer of their own. */
  readonly kinds?: ReadonlySet<DeviationKind>
  readonly seed?: number
  readonly events?: readonly EventName[]
  readonly expect?: (context: ExpectContext<G>) => unknown
}

/** The world after `given`. Each schedule runs on a fork of its emulator. */
export interface PreparedScenario {
  readonly scenario: Scenario<unknown, unknown>
  readonly emulator: Emulator
  readonly given: unknown
  readonly connect: Connect
  readonly url: string
  readonly secret: string
  /** The kinds of deviations whose choice points are observed. */
  readonly kinds: ReadonlySet<DeviationKind>
  /** The number of calls after which a run is stopped. */
  readonly callsMax: number
  /** Whether the scenario moves time itself, so that the runner moves it only at the end. */
  readonly movesTime: boolean
  readonly expect?: (context: ExpectContext) => unknown
}

/** The number of calls after which a run is stopped. */
const callsMaxDefault = 5_000

export async function prepareScenario<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect,
  {
    createEmulator: create = createEmulator,
    kinds = new Set(),
    seed,
    events,
    expect,
  }: PrepareOptions<G>,
): Promise<PreparedScenario> {
  const emulator = create({ ...scenario.options, ...defined({ seed }) })
  const given = await scenario.given?.(emulator)
  const { url, secret } = registerIntegration(emulator, defined({ events }))
  return {
    scenario: scenario as Scenario<unknown, unknown>,
    emulator,
    given,
    connect,
    url,
    secret,
    kinds,
    callsMax: callsMaxDefault,
    movesTime: false,
    ...(expect && { expect: expect as (context: ExpectContext) => unknown }),
  }
}
