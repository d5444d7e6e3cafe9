/** Runs a scenario against an integration and returns the result and the transcript. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { pendingTaskLines } from '../../engine/emulator/reports/pending-work.ts'
import type { EventName } from '../../service/generated/rows.ts'
import type { Connect, Integration } from './integration.ts'
import { IntegrationHost } from './integration-host.ts'
import { assertWebhookOptions, registerIntegration } from './integration-webhook.ts'
import { assertRunArguments, assertRunOptions } from './run-arguments.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { createScenarioContext } from './scenario-context.ts'

/** Options of a scenario run. */
export interface RunOptions {
  /** The emulator, in this process. Default: a new emulator with the options of the scenario. */
  readonly emulator?: Emulator
  /**
   * The address of the webhook endpoint. Default: `https://integration.test/hooks` if the integration has a
   * `fetch`. Otherwise no webhook is added, and only existing webhooks receive events.
   */
  readonly url?: string
  /**
   * The secret of the integration's webhook: `whsec_` and base64. Default: the secret of an existing webhook
   * at the address, otherwise derived from the seed.
   */
  readonly secret?: string
  /**
   * The events that the webhook subscribes to. Default: the events of an existing webhook at the address,
   * otherwise all.
   */
  readonly events?: readonly EventName[]
  /** Called with the text of each step when it begins. Default: none. */
  readonly onStep?: (text: string) => void
  /** Waits for work that the emulator cannot track, such as work of another process. Default: none. */
  readonly drain?: () => Promise<void>
}

/** The outcome of a scenario run. */
export interface ScenarioRun<R> {
  /** The emulator, in its state after the script. */
  readonly emulator: Emulator
  /** The result of the script. */
  readonly result: R
  /** The calls, events and deliveries from the first step to the last, and the tasks that still wait. */
  readonly transcript: string
}

/**
 * Runs a scenario against an integration. If `connect` is a function, it creates the integration from its
 * connection.
 *
 * @throws EmulatorError if an option is invalid, or an act or a call of the script is refused
 * @example
 * const { result, transcript } = await runScenario(mergeDuringOutage, ({ baseUrl, token, secret }) =>
 *   createMiddleware({ baseUrl, token, secret }),
 * )
 */
export async function runScenario<R, G = unknown>(
  scenario: Scenario<R, G>,
  connect: Integration | Connect,
  options: RunOptions = {},
): Promise<ScenarioRun<R>> {
  const action = 'run the scenario'
  assertRunArguments(scenario, connect, action)
  assertRunOptions(options, action)
  const { emulator = createEmulator(scenario.options) } = options
  assertWebhookOptions(emulator, options)
  const { journal } = contextOf(emulator)
  const after = journal.lastNumber()
  const given = (await scenario.given?.(emulator)) as G
  const hasEndpoint =
    typeof connect === 'function' || connect.fetch !== undefined || options.url !== undefined
  const webhook = hasEndpoint ? registerIntegration(emulator, options) : undefined
  const host = new IntegrationHost({ emulator, connect, secret: webhook?.secret ?? '' })
  const integration = await host.integration()
  if (integration.fetch) webhook?.answer((...delivery) => integration.fetch?.(...delivery))
  else if (options.url !== undefined) webhook?.removeReceiver()
  else webhook?.withdraw()
  const { settleFully, context } = createScenarioContext({ emulator, host, given, ...options })
  const result = await scenario.script(context)
  await settleFully()
  const heading = `${scenario.name}: ${scenario.summary}`
  const lines = [emulator.transcript({ after }), ...pendingTaskLines(contextOf(emulator))]
  return { emulator, result, transcript: `${heading}\n\n${lines.join('\n')}\n` }
}
