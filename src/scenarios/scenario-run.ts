/** Runs a scenario against an integration: connects the two, lets the story happen, tells it. */
import { createEmulator, contextOf } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import type { EventName } from '../generated/rows.ts'
import type { Scenario, ScenarioContext } from './scenario.ts'

/** The code under test, as far as a scenario meets it. */
export interface Integration {
  /** Its endpoint for webhooks. Without one, deliveries go over the network. */
  readonly fetch?: Extract<ReceiverAnswer, (...args: never) => unknown>
  /** Reads everything, as it does when it starts. Default: it cannot, and nothing is done. */
  readonly resync?: () => unknown
}

/** What an integration is configured with. */
export interface IntegrationConfig {
  /** The service. */
  readonly emulator: Emulator
  /** Where the service stands, with the version. */
  readonly baseUrl: string
  /** A token with every scope. */
  readonly token: string
  /** The secret of its webhook. */
  readonly secret: string
}

/** Where a scenario is run, and what it reaches. */
export interface RunOptions {
  /** Where the scenario takes place. Default: an emulator made as the scenario wants it. */
  readonly emulator?: Emulator
  /**
   * The address of the endpoint. Default: `https://integration.test/hooks`, where the integration has a
   * `fetch`; otherwise only webhooks that there are already hear of what happens.
   */
  readonly url?: string
  /** The secret of its webhook. Default: one that follows from the seed. */
  readonly secret?: string
  /** The events that the integration hears of. Default: all. */
  readonly events?: readonly EventName[]
  /** Told of each step as it begins. Default: nobody is. */
  readonly onStep?: (says: string) => void
  /** Waits for work that the emulator cannot see, such as another process's. Default: none. */
  readonly drain?: () => Promise<void>
}

/** What a scenario came to. */
export interface ScenarioRun<R> {
  /** The service, as the script left it. */
  readonly emulator: Emulator
  /** What the script gave back. */
  readonly result: R
  /** What happened from the first step to the last, and why. */
  readonly transcript: string
}

export const integrationUrl = 'https://integration.test/hooks'

/**
 * Runs a scenario against an integration, or against one that is made when the emulator stands.
 *
 * @throws EmulatorError when the script asks for what cannot be done
 * @example
 * const { result, transcript } = await runScenario(mergeDuringOutage, ({ baseUrl, token, secret }) =>
 *   createMiddleware({ baseUrl, token, secret }),
 * )
 */
export async function runScenario<R>(
  scenario: Scenario<R>,
  connect: Integration | ((connection: IntegrationConfig) => Integration),
  options: RunOptions = {},
): Promise<ScenarioRun<R>> {
  const { emulator = createEmulator(scenario.options) } = options
  const after = contextOf(emulator).journal.lastNumber()
  const integration = connectIntegration(emulator, connect, options)
  const result = await scenario.script(createScenarioContext(emulator, integration, options))
  const heading = `${scenario.name}: ${scenario.summary}`
  return { emulator, result, transcript: `${heading}\n\n${emulator.transcript({ after })}\n` }
}

/** Puts the integration where the webhooks go; an address that has a webhook keeps it. */
function connectIntegration(
  emulator: Emulator,
  connect: Parameters<typeof runScenario>[1],
  options: RunOptions,
): Integration {
  const { url = integrationUrl, events } = options
  const isFactory = typeof connect === 'function'
  if (!isFactory && !connect.fetch && options.url === undefined) return connect
  const isRegistered = emulator.rows('webhooks', { url }).length > 0
  const receiver = emulator.receiver({ url, register: !isRegistered, ...(events && { events }) })
  const secret = options.secret ?? (receiver.secret as string)
  const { model, receivers } = contextOf(emulator)
  model.runWithoutEvents((tx) => tx.update('webhooks', receiver.webhook as string, { secret }))
  const { baseUrl, token } = emulator
  const integration = isFactory ? connect({ emulator, baseUrl, token, secret }) : connect
  if (integration.fetch) receiver.answer(integration.fetch)
  else receivers.delete(url)
  return integration
}

function createScenarioContext(
  emulator: Emulator,
  integration: Integration,
  options: RunOptions,
): ScenarioContext {
  const { journal } = contextOf(emulator)
  const failures: unknown[] = []

  async function drain(): Promise<void> {
    await emulator.settle()
    if (!options.drain) return
    for (let lastSeen = -1; lastSeen !== journal.lastNumber();) {
      lastSeen = journal.lastNumber()
      await options.drain()
      await emulator.settle()
    }
  }

  return {
    emulator,
    async step(summary, work) {
      journal.add('step', { says: summary })
      options.onStep?.(summary)
      const result = await work?.()
      await drain()
      if (failures.length > 0) throw failures[0]
      return result as never
    },
    resync() {
      const work = Promise.resolve(integration.resync?.())
      void emulator.track(work).catch((error: unknown) => failures.push(error))
    },
  }
}
