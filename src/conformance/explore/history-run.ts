/** Runs a scenario with the deviations of one history, against a new instance of the integration. */
import { runStory } from '../report/run-story.ts'
import { stepKind } from '../../engine/journal/kinds/step.ts'
import { withAsyncCause } from '../../engine/clock/async-cause.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Integration } from '../scenario/integration.ts'
import { withdrawWebhook } from '../scenario/integration-webhook.ts'
import { IntegrationHost } from '../scenario/integration-host.ts'
import type { ScenarioContext } from '../../engine/emulator/scenario.ts'
import { alternativePoints, selectAlternative } from './world/alternatives.ts'
import { DeliverySchedule, followOrder, type PickNext } from './orders/delivery-schedule.ts'
import { definitionOf, type Deviation, type History } from './history.ts'
import { acknowledgesAll, type Ending, hasLostNotification, type RunOutcome } from './outcome.ts'
import { nextDueMs } from './run/idle-wait.ts'
import { type QuietChanges, QuietTwin } from './run/quiet-twin.ts'
import { RunObserver } from './run-observer.ts'
import { IntegrationReader } from './integration-reader.ts'
import { Synchronizer } from './run/synchronizer.ts'
import { messageOf, RunEnd } from './run/run-end.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { watchRejections, withExploration } from './run/unhandled-rejections.ts'
import { writtenRows } from './written-rows.ts'

export interface HistoryRunOptions {
  /** The changes of a quiet twin. */
  readonly quiet?: QuietChanges
  /** Decides about the order of steps and deliveries. */
  readonly order?: PickNext
  /** Called with a fork of the service before the first step, and after each step. */
  readonly onRest?: (world: Emulator) => void
  /** The number of final synchronizations that run also if they change nothing. Default: 1. */
  readonly synchronizationsMin?: number
}

/** Runs the history on a fork of the prepared world. Never rejects: an error of the integration is part of the outcome. */
export async function runHistory(
  prepared: PreparedScenario,
  history: History,
  options: HistoryRunOptions = {},
): Promise<RunOutcome> {
  // Note: all runs of an exploration fork this emulator.
  return withExploration(prepared.emulator, () => performRun(prepared, history, options))
}

async function performRun(
  prepared: PreparedScenario,
  history: History,
  options: HistoryRunOptions,
): Promise<RunOutcome> {
  const run = new HistoryRun(prepared, history, options)
  const rejections = watchRejections()
  let end: RunEnd | undefined
  try {
    await run.perform()
  } catch (error) {
    end = error instanceof RunEnd ? error : new RunEnd('failed', messageOf(error))
  }
  await run.close()
  const [rejection] = await rejections.stop(() => run.drain())
  if (rejection !== undefined && end?.reason !== 'hung') {
    end = new RunEnd('failed', `unhandled rejection: ${messageOf(rejection)}`)
  }
  return run.outcome(end && { [end.reason]: end.message })
}

/** Whether a deviation changes the world itself, so that the service can refuse an act of the scenario. */
const isWorldChange = (each: Deviation): boolean =>
  ['assumptions', 'rights', 'drift'].includes(definitionOf(each).kind)

class HistoryRun {
  readonly #prepared: PreparedScenario
  readonly #history: History
  readonly #synchronizationsMin: number
  readonly #onRest: HistoryRunOptions['onRest']
  readonly #emulator: Emulator
  readonly #context: EmulatorContext
  readonly #observer: RunObserver
  readonly #host: IntegrationHost
  readonly #startMs: number
  readonly #startNumber: number
  readonly #twin: QuietTwin
  readonly #synchronizer: Synchronizer
  readonly #schedule: DeliverySchedule | undefined
  #isKnown = false
  #isUnplayable = false
  #independent: Integration['independent']
  readonly #reader: IntegrationReader
  #before: Ending | undefined
  #after: Ending | undefined
  #unstable: Ending | undefined
  #interrupted: Ending | undefined
  #problems: string[] = []
  #problemsBefore: string[] = []
  #movesTime = false
  #changesEarly = false
  /** Whether the integration has no webhook endpoint and synchronizes after each step. */
  #isPolled = false
  #process: Integration['process']
  #synchronizes = false
  /** The number of the last entry before the first step. */
  #firstNumber: number

  constructor(
    prepared: PreparedScenario,
    history: History,
    { quiet, order, onRest, synchronizationsMin = 1 }: HistoryRunOptions,
  ) {
    this.#synchronizationsMin = synchronizationsMin
    this.#onRest = onRest
    this.#prepared = prepared
    this.#history = history
    this.#emulator = prepared.emulator.fork()
    this.#context = contextOf(this.#emulator)
    this.#context.callSiteSampler.isOn = false
    this.#startMs = this.#context.now()
    this.#startNumber = this.#context.journal.entries().at(-1)?.number ?? 0
    this.#firstNumber = this.#startNumber
    const { token } = this.#emulator
    const { connect, secret, url, callsMax, kinds } = prepared
    const planned = history.find(({ name }) => name === 'order')
    const pick = planned ? followOrder(planned.point) : order
    this.#schedule = pick && new DeliverySchedule(pick)
    const context = this.#context
    this.#observer = new RunObserver({
      context,
      history,
      isQuiet: quiet !== undefined,
      kinds,
      schedule: this.#schedule,
      token,
      callsMax,
      host: () => this.#host,
      isSynchronizing: () => this.#synchronizer.isActive,
    })
    const observer = this.#observer
    this.#host = new IntegrationHost({ emulator: this.#emulator, connect, secret, observer })
    this.#reader = new IntegrationReader({
      prepared,
      emulator: this.#emulator,
      context,
      observer,
      host: this.#host,
    })
    this.#twin = new QuietTwin({
      changes: quiet,
      movesTime: prepared.movesTime,
      context,
      observer,
      reader: this.#reader,
    })
    this.#synchronizer = new Synchronizer({
      context,
      observer,
      host: this.#host,
      reader: this.#reader,
      twin: this.#twin,
      startMs: this.#startMs,
    })
    context.receivers.set(url, (request, receiver) => this.#host.handle(request, receiver))
    context.faults.intercept(observer.intercept)
  }

  async perform(): Promise<void> {
    this.#selectAlternatives()
    const integration = await this.#startIntegration()
    this.#independent = integration.independent?.bind(integration)
    await this.#play()
    this.#synchronizer.endPolls()
    while (this.#observer.releaseAll()) await this.#reader.waitUntilIdle()
    await this.#reader.waitUntilIdle()
    const values = await this.#synchronizer.values()
    this.#before = values.ending
    this.#changesEarly = this.#reader.states.size > 1
    this.#problemsBefore = await this.#allProblems()
    const { after, unstable, interrupted } = await this.#synchronizer.finish(
      values,
      this.#synchronizationsMin,
    )
    this.#after = after
    this.#unstable = unstable
    this.#interrupted = interrupted
    this.#problems = await this.#allProblems()
    await this.#reader.assertEnding()
  }

  /**
   * Connects the integration and synchronizes it once. The start of a synchronized scenario is no part of the run: it
   * meets no deviation, and its calls are not counted.
   */
  async #startIntegration(): Promise<Integration> {
    const { scenario, url } = this.#prepared
    const isSynchronized = scenario.synchronized !== false
    this.#observer.isPaused = isSynchronized
    await this.#twin.act('before', 0)
    const integration = await this.#reader.integration()
    await this.#twin.act('after', 0)
    if (!integration.fetch) withdrawWebhook(this.#emulator, url)
    this.#process = integration.process
    this.#synchronizes = integration.resync !== undefined
    this.#isPolled = !integration.fetch && this.#synchronizes
    await this.#reader.noteState()
    if (isSynchronized && integration.resync) await this.#synchronizer.synchronize()
    await this.#reader.noteState()
    this.#reader.endStart()
    this.#onRest?.(this.#emulator.fork())
    this.#observer.isPaused = false
    if (isSynchronized) this.#firstNumber = this.#context.journal.lastNumber()
    if (integration.pollEvery !== undefined) this.#synchronizer.pollEvery(integration.pollEvery)
    return integration
  }

  async close(): Promise<void> {
    try {
      await this.#reader.finished('stop', () => this.#host.stop())
    } catch {
      // Note: an error of `stop` says nothing about the history.
      this.#host.cutOff()
    }
    this.#context.faults.intercept(undefined)
    this.#emulator.close()
  }

  /** Waits for untracked work, without time on the clock. */
  drain(): Promise<void> {
    return this.#context.idleTracker.drain()
  }

  outcome(end: Partial<RunOutcome> = {}): RunOutcome {
    const observer = this.#observer
    const { points, applied, acts, lostRights, callCount, earlyCallCount } = observer
    const { stepsOfDeliveries, stepCount } = observer
    if (this.#schedule?.isFollowed) {
      for (const each of this.#history) if (each.name === 'order') observer.apply(each)
    }
    const alternatives = this.#prepared.kinds.has('assumptions')
      ? alternativePoints(this.#context, this.#startNumber)
      : []
    const unreached = this.#history.filter((each) => !applied.has(each)).map(({ point }) => point)
    return {
      startMs: this.#startMs,
      points: [...alternatives, ...points],
      acts,
      lostRights,
      order: this.#schedule?.order ?? [],
      isKnown: this.#isKnown,
      stepsOfDeliveries,
      stepCount,
      independent: this.#independent,
      isApplicable: unreached.length === 0 && this.#twin.refusedCount === 0,
      unreached,
      isUnplayable: this.#isUnplayable && this.#history.some(isWorldChange),
      ...(this.#before && { before: this.#before }),
      ...(this.#after && { after: this.#after }),
      ...(this.#unstable && { unstable: this.#unstable }),
      ...(this.#interrupted && { interrupted: this.#interrupted }),
      rows: writtenRows(this.#context, this.#startMs),
      problems: this.#problems,
      problemsBefore: this.#problemsBefore,
      callCount,
      earlyCallCount,
      losesAcknowledged: observer.crashesOutside && acknowledgesAll(this.#context),
      keepsValues: observer.writesStorage || this.#process !== undefined,
      process: this.#process,
      synchronizes: this.#synchronizes,
      hasLoss:
        this.#host.crashCount > 0 || hasLostNotification(this.#context, observer.outageEndMs),
      stateChanged: this.#reader.states.size !== 1,
      changesEarly: this.#changesEarly,
      startChangesState: this.#reader.startChangesState,
      movesTime: this.#movesTime,
      removedPatterns: this.#reader.removedPatterns,
      world: () => this.#emulator.fork(),
      transcript: () => `${this.#emulator.transcript({ after: this.#firstNumber })}\n`,
      story: () => runStory(this.#emulator.story({ after: this.#firstNumber })),
      entries: () => this.#emulator.journal().filter(({ number }) => number > this.#firstNumber),
      ...end,
    }
  }

  /** Whether the next step happens before the integration is idle. It always does if the scenario moves time itself. */
  #endStep(): boolean {
    if (this.#prepared.movesTime) return true
    return this.#observer.endStep(nextDueMs(this.#context) !== undefined)
  }

  async #play(): Promise<void> {
    const { scenario, given } = this.#prepared
    try {
      await scenario.script(this.#scenarioContext(given))
      await this.#deliverUntil(undefined)
    } catch (error) {
      if (error instanceof RunEnd) throw error
      this.#isUnplayable = error instanceof EmulatorError
      throw new RunEnd('inconclusive', `the script of the scenario failed: ${messageOf(error)}`)
    }
  }

  #scenarioContext(given: unknown): ScenarioContext {
    return {
      emulator: this.#emulator,
      given,
      step: async (summary, work) => {
        await this.#deliverUntil(`step ${this.#observer.stepCount + 1}`)
        const { journal } = this.#context
        const entry = journal.add(stepKind, { summary })
        const number = this.#observer.startStep()
        await this.#twin.act('before', number)
        const startedMs = this.#context.now()
        const cause = { journal: journal.identity(), number: entry.number }
        const result = await (work && withAsyncCause(cause, work))
        await this.#context.clock.settle()
        if (this.#context.now() > startedMs) this.#movesTime = true
        const isEarly = this.#endStep()
        if (!isEarly) await this.#reader.waitUntilIdle()
        this.#observer.releaseAfterStep()
        if (isEarly) await this.#context.clock.settle()
        else await this.#reader.waitUntilIdle()
        if (this.#isPolled) await this.#poll(isEarly)
        await this.#twin.endStep()
        await this.#twin.act('after', number)
        await this.#reader.noteState()
        this.#onRest?.(this.#emulator.fork())
        return result as never
      },
      resync: () => this.#synchronizer.start(),
    }
  }

  /** Synchronizes an integration that receives no deliveries. */
  async #poll(isEarly: boolean): Promise<void> {
    if (!isEarly) return this.#synchronizer.synchronize()
    this.#synchronizer.start()
    await this.#context.clock.settle()
  }

  /** Delivers what arrives before a step, or what is left at the end of the script. */
  async #deliverUntil(step: string | undefined): Promise<void> {
    for (;;) {
      const next = this.#schedule?.next(step)
      if (next === 'end') {
        this.#isKnown = true
        throw new RunEnd('inconclusive', 'the rest of the run is known')
      }
      if (!next?.delivery) return
      this.#context.dispatcher.release(next.delivery.notification)
      await this.#reader.waitUntilIdle()
    }
  }

  async #allProblems(): Promise<string[]> {
    return [...this.#synchronizer.rejections, ...(await this.#reader.problems())]
  }

  /** Selects the alternatives of assumptions in the history. */
  #selectAlternatives(): void {
    for (const each of this.#history) {
      if (definitionOf(each).kind !== 'assumptions') continue
      if (selectAlternative(this.#context, each.point)) this.#observer.apply(each)
    }
  }
}
