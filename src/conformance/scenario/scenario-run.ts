/** Runs a scenario against an integration and returns the result and the transcript. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { JournalEntry } from '../../engine/journal/entry-types.ts'
import { hasStrayRequests } from '../../engine/clock/async-cause.ts'
import { isUnintercepted, lostConnections } from '../../engine/emulator/failed-connections.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import {
  asUnsettled,
  scenarioCall,
  takeUnsettledMethods,
} from '../../engine/emulator/methods/work.ts'
import { pendingSentence } from '../../engine/emulator/reports/pending-work.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import { failOnReceiverDefects } from '../../engine/emulator/reports/receiver-defects.ts'
import { defined } from '../../engine/errors/defined.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { refusedDelivery } from '../oracles/baseline-judgement.ts'
import type { Connect, Integration } from './integration.ts'
import { IntegrationHost } from './integration-host.ts'
import { assertWebhookOptions, registerIntegration } from './integration-webhook.ts'
import { assertRunArguments, type RunOptions, runOptionsFrom } from './run-arguments.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { createScenarioContext } from './scenario-context.ts'

const action = 'run the scenario'

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
 * @throws EmulatorError if an option is invalid, or an act or a call of the script is refused, and a failed assertion, a
 * TypeError or a ReferenceError of the integration
 * @example
 * const { result, transcript } = await runScenario(mergeDuringOutage, ({ baseUrl, token, secret }) =>
 *   createMiddleware({ baseUrl, token, secret }),
 * )
 */
export function runScenario<R, G = unknown>(
  scenario: Scenario<R, G>,
  connect: Integration | Connect,
  options: RunOptions = {},
): Promise<ScenarioRun<R>> {
  return needsAwait('runScenario', async () => {
    assertArgumentCount('runScenario', 3, arguments)
    return perform(scenario, connect, options)
  })
}

async function perform<R, G>(
  scenario: Scenario<R, G>,
  connect: Integration | Connect,
  options: RunOptions,
): Promise<ScenarioRun<R>> {
  assertRunArguments(scenario, connect, action)
  const { emulator = createEmulator(scenario.options), ...given } = runOptionsFrom(options, action)
  const settings = defined(given)
  assertWebhookOptions(emulator, settings)
  return asUnsettled(contextOf(emulator), scenarioCall, async () => {
    const { journal, receiverErrors } = contextOf(emulator)
    const lostBefore = lostConnections(emulator.baseUrl)
    const errorCount = receiverErrors.length
    const after = journal.lastNumber()
    const records = (await scenario.given?.(emulator)) as G
    const hasEndpoint =
      typeof connect === 'function' || connect.fetch !== undefined || settings.url !== undefined
    const webhook = hasEndpoint ? registerIntegration(emulator, settings) : undefined
    const host = new IntegrationHost({ emulator, connect, secret: webhook?.secret ?? '' })
    const integration = await host.integration()
    if (integration.fetch) webhook?.answer((...delivery) => integration.fetch?.(...delivery))
    else if (settings.url !== undefined) webhook?.removeReceiver()
    else webhook?.withdraw()
    const { context, end } = createScenarioContext({
      emulator,
      after,
      host,
      given: records,
      ...settings,
    })
    const result = await scenario.script(context)
    await end()
    failOnLostCalls(
      receiverErrors.slice(errorCount),
      lostConnections(emulator.baseUrl) > lostBefore,
    )
    failOnReceiverDefects(receiverErrors.slice(errorCount))
    failOnOtherEmulator(contextOf(emulator))
    if (integration.fetch) warnOfRefusals(scenario.name, emulator.journal({ after }))
    const heading = `${scenario.name}: ${scenario.summary}`
    const pending = pendingSentence(contextOf(emulator)).trimEnd()
    const lines = [emulator.transcript({ after }), ...(pending === '' ? [] : [pending])]
    return { emulator, result, transcript: `${heading}\n\n${lines.join('\n')}\n` }
  }).catch((error: unknown) => {
    // Note: the error tells of a step that was not awaited, and its methods may still run.
    takeUnsettledMethods(contextOf(emulator))
    throw error
  })
}

/** Prints that the integration refused each delivery of a run: assertions that nothing changes pass then. */
function warnOfRefusals(name: string, entries: readonly JournalEntry[]): void {
  const isFaulted = entries.some((entry) => entry.kind === 'attempt' && entry.fault !== undefined)
  const reason = refusedDelivery({ entries: () => entries, throwSite: () => undefined })
  if (reason !== undefined && !isFaulted) console.warn(`In the scenario ${name}, ${reason}.`)
}

/** Throws for a call of the integration with a `fetch` that no emulator intercepts. */
function failOnLostCalls(errors: EmulatorContext['receiverErrors'], isLost: boolean): void {
  const lost = errors.find(({ error }) => isUnintercepted((error as Error | undefined)?.cause))
  if (!lost && !isLost) return
  throw new EmulatorError('host_use', {
    action,
    reason: 'the integration calls the global `fetch`, and no emulator intercepts it',
    advice:
      'Use `fetch` of the connection, or give the emulator that listens: runScenario(scenario, integration, { emulator }).',
    cause: lost?.error,
  })
}

/** Throws for an integration that calls another emulator only. */
function failOnOtherEmulator({ journal }: EmulatorContext): void {
  if (!hasStrayRequests(journal.identity()) || journal.entries().some(isRequest)) return
  throw new EmulatorError('other_emulator', {
    action,
    reason: 'the integration calls another emulator than that of the scenario',
    advice:
      'Give that one: runScenario(scenario, integration, { emulator }). Or use the connection of `connect`.',
  })
}
