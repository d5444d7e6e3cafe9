/** Runs a scenario against an integration and returns the result and the transcript. */
import { isObject, quoteValue } from '../machine/argument-checks.ts'
import { EmulatorError } from '../machine/errors.ts'
import { stepKind } from '../define/journal/kinds/step.ts'
import { createEmulator, contextOf } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { pendingTaskLines } from '../emulator/reports/pending-work.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import type { EventName } from '../generated/rows.ts'
import type { Scenario, ScenarioContext } from './scenario.ts'

/** The code under test, as a scenario uses it. */
export interface Integration {
  /** The webhook endpoint. Without it, deliveries go over the network. */
  readonly fetch?: Extract<ReceiverAnswer, (...args: never) => unknown>
  /** Performs a full synchronization. Default: none. */
  readonly resync?: () => unknown
}

/** The configuration for an integration. */
export interface IntegrationConfig {
  /** The service. */
  readonly emulator: Emulator
  /** The base address of the service, including the version. */
  readonly baseUrl: string
  /** A token with every scope. */
  readonly token: string
  /** The secret of the integration's webhook. */
  readonly secret: string
}

/** Options of a scenario run. */
export interface RunOptions {
  /** The emulator. Default: a new emulator with the options of the scenario. */
  readonly emulator?: Emulator
  /**
   * The address of the webhook endpoint. Default: `https://integration.test/hooks` if the integration has a
   * `fetch`. Otherwise no webhook is added, and only existing webhooks receive events.
   */
  readonly url?: string
  /** The secret of the integration's webhook. Default: derived from the seed. */
  readonly secret?: string
  /** The events that the webhook subscribes to. Default: all. */
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

/** The default address of the webhook endpoint. */
export const integrationUrl = 'https://integration.test/hooks'

/**
 * Runs a scenario against an integration. If `connect` is a function, it creates the integration from its
 * configuration.
 *
 * @throws EmulatorError if an act or a call of the script is refused
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
  assertRunArguments(scenario, connect, options)
  const { emulator = createEmulator(scenario.options) } = options
  const after = contextOf(emulator).journal.lastNumber()
  const integration = connectIntegration(emulator, connect, options)
  const result = await scenario.script(createScenarioContext(emulator, integration, options))
  const heading = `${scenario.name}: ${scenario.summary}`
  const lines = [emulator.transcript({ after }), ...pendingTaskLines(contextOf(emulator))]
  return { emulator, result, transcript: `${heading}\n\n${lines.join('\n')}\n` }
}

/** Refuses arguments that are not a scenario, an integration and options. */
function assertRunArguments(scenario: unknown, connect: unknown, options: unknown): void {
  const badRun = (reason: string, advice: string): EmulatorError =>
    new EmulatorError('bad_run', { action: 'run the scenario', reason, advice })
  if (!isObject(scenario) || typeof scenario['script'] !== 'function') {
    throw badRun(`${quoteValue(scenario)} is not a scenario`, 'Use `scenario(name, script)`.')
  }
  if (typeof connect !== 'function' && !isObject(connect)) {
    throw badRun(
      `${quoteValue(connect)} is not an integration`,
      'Give an object with a `fetch` method, or a function that returns one.',
    )
  }
  if (!isObject(options)) throw badRun(`the options are ${quoteValue(options)}`, 'Give an object.')
}

/** Connects the integration to the webhook of its address. Creates the webhook if it does not exist. */
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
      journal.add(stepKind, { summary })
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
