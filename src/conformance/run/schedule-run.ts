/** Runs a scenario with the deviations of one schedule, against a new instance of the integration. */
import { stepKind } from '../../engine/journal/kinds/step.ts'
import { withAsyncCause } from '../../engine/clock/async-cause.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { Problem } from '../../engine/define/problems.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Integration } from '../scenario/integration.ts'
import { withdrawWebhook } from '../scenario/integration-webhook.ts'
import { IntegrationHost } from '../scenario/integration-host.ts'
import type { ScenarioContext } from '../../engine/emulator/scenario.ts'
import { deviationModules, kindOf } from '../deviations/kinds.ts'
import { DeliveryOrder, type PickNext } from './delivery-order.ts'
import { definitionOf, type Schedule } from './schedule.ts'
import { watchRun } from './host-use-of-run.ts'
import {
  acknowledgesAll,
  type Ending,
  hasLostNotification,
  type RunOutcome,
  scenarioLosesNotification,
} from './outcome.ts'
import { nextDueMs } from './idle-wait.ts'
import { type CounterfactualChanges, Counterfactual } from './counterfactual.ts'
import { FaultInjector } from './fault-injector.ts'
import type { FinalSynchronizationResult } from './final-synchronization.ts'
import { StateChanges } from './state-changes.ts'
import { StepTurns } from '../scenario/step-turns.ts'
import { IntegrationReader } from './integration-reader.ts'
import { Synchronizer } from './synchronizer.ts'
import { messageOf, RunEnd } from './run-end.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { recordedRun } from './recorded-run.ts'
import { type UnhandledError, watchErrors, withExploration } from './unhandled-errors.ts'
import { writtenRows } from './written-rows.ts'
import { defined } from '../../engine/errors/defined.ts'

export interface ScheduleRunOptions {
  /** The changes of a counterfactual run. */
  readonly counterfactual?: CounterfactualChanges
  /** Decides about the order of steps and deliveries. */
  readonly order?: PickNext
  /** Called with a fork of the service before the first step, and after each step. */
  readonly onRest?: (world: Emulator) => void
  /** The number of final synchronizations that run also if they change nothing. Default: 1. */
  readonly synchronizationsMin?: number
  /** Whether the outcome tells each use of the network or the time of the host. Default: false. */
  readonly refusesHostUse?: boolean
}

/** Runs the schedule on a fork of the prepared world. Never rejects: an error of the integration is part of the outcome. */
export async function runSchedule(
  prepared: PreparedScenario,
  schedule: Schedule,
  options: ScheduleRunOptions = {},
): Promise<RunOutcome> {
  const perform = () => performRun(prepared, schedule, options)
  // Note: all runs of an exploration fork this emulator.
  return watchRun(() => withExploration(prepared.emulator, perform), options.refusesHostUse)
}

async function performRun(
  prepared: PreparedScenario,
  schedule: Schedule,
  options: ScheduleRunOptions,
): Promise<RunOutcome> {
  const run = new ScheduleRun(prepared, schedule, options)
  const errors = watchErrors()
  let end: RunEnd | undefined
  try {
    await run.perform()
  } catch (error) {
    end = error instanceof RunEnd ? error : new RunEnd('failed', messageOf(error))
  }
  await run.close()
  const [unhandled] = await errors.stop(() => run.drain())
  if (unhandled) end = new RunEnd('failed', unhandled.summary)
  return run.outcome(end && { [end.reason]: end.message }, unhandled)
}

class ScheduleRun {
  readonly #prepared: PreparedScenario
  readonly #schedule: Schedule
  readonly #synchronizationsMin: number
  readonly #onRest: ScheduleRunOptions['onRest']
  readonly #emulator: Emulator
  readonly #context: EmulatorContext
  readonly #injector: FaultInjector
  readonly #host: IntegrationHost
  readonly #startMs: number
  readonly #startNumber: number
  readonly #counterfactual: Counterfactual
  readonly #synchronizer: Synchronizer
  #isKnown = false
  #isRefused = false
  /** Whether `connect` read the service and filled the state, in a scenario that begins without a synchronization. */
  #fillsState = false
  #commute: Integration['commute']
  readonly #reader: IntegrationReader
  #before: Ending | undefined
  #final: FinalSynchronizationResult | undefined
  #problems: string[] = []
  #problemsBefore: string[] = []
  #movesTime = false
  readonly #stateChanges: StateChanges
  #changesEarly = false
  #changedPatterns: ReadonlySet<string> = new Set()
  #callsBeforeEnd = 0
  #firstState: string | undefined
  #writesBefore: string | undefined
  /** Whether the integration has no webhook endpoint and synchronizes after each step. */
  #isPolled = false
  #process: Integration['process']
  #synchronizes = false
  /** The number of the last entry before the first step. */
  #firstNumber: number
  /** The number of the last entry before the final synchronization. */
  #lastNumber = Number.POSITIVE_INFINITY

  constructor(
    prepared: PreparedScenario,
    schedule: Schedule,
    { counterfactual, order, onRest, synchronizationsMin = 1 }: ScheduleRunOptions,
  ) {
    this.#synchronizationsMin = synchronizationsMin
    this.#onRest = onRest
    this.#prepared = prepared
    this.#schedule = schedule
    this.#emulator = prepared.emulator.fork()
    this.#context = contextOf(this.#emulator)
    this.#context.callSiteSampler.isOn = false
    this.#startMs = this.#context.now()
    this.#startNumber = this.#context.journal.entries().at(-1)?.number ?? 0
    this.#firstNumber = this.#startNumber
    const { token } = this.#emulator
    const { connect, secret, url, callsMax, kinds } = prepared
    const context = this.#context
    this.#injector = new FaultInjector({
      context,
      schedule,
      isCounterfactual: counterfactual !== undefined,
      kinds,
      order: order && new DeliveryOrder(order),
      token,
      callsMax,
      host: () => this.#host,
      isSynchronizing: () => this.#synchronizer.isActive,
    })
    const injector = this.#injector
    this.#host = new IntegrationHost({
      emulator: this.#emulator,
      connect,
      secret,
      observer: injector,
    })
    this.#reader = new IntegrationReader({
      prepared,
      emulator: this.#emulator,
      context,
      injector,
      host: this.#host,
    })
    this.#stateChanges = new StateChanges(context, this.#reader)
    this.#counterfactual = new Counterfactual({
      changes: counterfactual,
      movesTime: prepared.movesTime,
      context,
      injector,
      reader: this.#reader,
    })
    this.#synchronizer = new Synchronizer({
      context,
      injector,
      host: this.#host,
      reader: this.#reader,
      counterfactual: this.#counterfactual,
      startMs: this.#startMs,
    })
    context.receivers.set(url, (request, receiver) => this.#host.handle(request, receiver))
    context.faults.intercept(injector.intercept)
  }

  async perform(): Promise<void> {
    this.#injector.start()
    const integration = await this.#startIntegration()
    this.#commute = integration.commute?.bind(integration)
    await this.#play()
    this.#synchronizer.endPolls()
    while (this.#injector.releaseRest()) await this.#reader.waitUntilIdle()
    await this.#reader.waitUntilIdle()
    const values = await this.#synchronizer.values()
    this.#before = values.ending
    this.#writesBefore = values.writes
    this.#changesEarly = this.#reader.states.size > 1
    this.#changedPatterns = new Set(this.#reader.changedPatterns)
    this.#callsBeforeEnd = this.#injector.callCount
    this.#problemsBefore = await this.#allProblems()
    this.#lastNumber = this.#context.journal.lastNumber()
    this.#final = await this.#synchronizer.finish(values, this.#synchronizationsMin)
    this.#problems = await this.#allProblems()
    await this.#reader.assertExpected()
  }

  /**
   * Connects the integration and synchronizes it once. The start of a synchronized scenario is no part of the run: it
   * meets no deviation, and its calls are not counted.
   */
  async #startIntegration(): Promise<Integration> {
    const { scenario, url } = this.#prepared
    const isSynchronized = scenario.synchronized !== false
    this.#injector.isPaused = isSynchronized
    await this.#counterfactual.act('before', 0)
    const integration = await this.#reader.integration()
    await this.#counterfactual.act('after', 0)
    if (!integration.fetch) withdrawWebhook(this.#emulator, url)
    this.#process = integration.process
    this.#synchronizes = integration.resync !== undefined
    this.#isPolled = !integration.fetch && this.#synchronizes
    await this.#reader.noteState()
    if (this.#injector.madeNoCall) this.#firstState = this.#reader.lastState
    this.#fillsState = !isSynchronized && this.#injector.callCount > 0 && this.#reader.hasState
    if (isSynchronized && integration.resync) await this.#synchronizer.synchronize()
    await this.#reader.noteState()
    this.#reader.endStart()
    this.#onRest?.(this.#emulator.fork())
    this.#injector.isPaused = false
    if (isSynchronized) this.#firstNumber = this.#context.journal.lastNumber()
    if (integration.pollEvery !== undefined) this.#synchronizer.pollEvery(integration.pollEvery)
    return integration
  }

  async close(): Promise<void> {
    try {
      await this.#reader.finished('stop', () => this.#host.stop())
    } catch {
      // Note: an error of `stop` says nothing about the schedule.
      this.#host.cutOff()
    }
    this.#context.faults.intercept(undefined)
    this.#emulator.close()
  }

  /** Waits for untracked work, without time on the clock. */
  drain(): Promise<void> {
    return this.#context.idleTracker.drain()
  }

  outcome(end: Partial<RunOutcome> = {}, unhandled?: UnhandledError): RunOutcome {
    const injector = this.#injector
    const { points, applied, acts, lostRights, callCount, earlyCallCount } = injector
    const { stepsOfDeliveries, stepCount, order } = injector
    const later = deviationModules
      .filter(({ kind }) => this.#prepared.kinds.has(kind))
      .flatMap(({ pointsAfter }) => pointsAfter?.(this.#context, this.#startNumber) ?? [])
    const unreached = this.#schedule.filter((each) => !applied.has(each)).map(({ point }) => point)
    return {
      startMs: this.#startMs,
      points: [...later, ...points],
      acts,
      lostRights,
      order: order?.order ?? [],
      isKnown: this.#isKnown,
      stepsOfDeliveries,
      stepCount,
      commute: this.#commute,
      isApplicable:
        unreached.length === 0 &&
        order?.isFollowed !== false &&
        this.#counterfactual.refusedCount === 0,
      unreached,
      isRefused: this.#isRefused,
      isUnplayable:
        this.#isRefused && this.#schedule.some(({ name }) => kindOf(name).changesService),
      ...defined({
        before: this.#before,
        after: this.#final?.after,
        unstable: this.#final?.unstable,
        disturbed: this.#final?.disturbed,
        refusedCall: this.#host.refusedCall,
      }),
      rows: writtenRows(this.#context, this.#startMs),
      problems: this.#problems,
      rejections: this.#synchronizer.rejections,
      problemsBefore: this.#problemsBefore,
      callCount,
      earlyCallCount,
      losesAcknowledged: injector.failsOutside && acknowledgesAll(this.#context),
      writesStorage: injector.writesStorage,
      process: this.#process,
      synchronizes: this.#synchronizes,
      isPolled: this.#isPolled,
      repeatsEffects: this.#schedule.some((each) => definitionOf(each).repeatsEffects),
      losesNotification: hasLostNotification(this.#context, injector.outageEndMs),
      isLossy: scenarioLosesNotification(this.#context),
      hasCrash: this.#host.crashCount > 0,
      stateChanged: this.#fillsState || this.#reader.states.size !== 1,
      changesEarly: this.#changesEarly,
      changesAtOnce: this.#stateChanges.atOnce,
      changesLater: this.#stateChanges.later,
      startChangesState: this.#reader.startChangesState,
      firstState: this.#firstState,
      writesBefore: this.#writesBefore,
      writesAfter: this.#final?.writes,
      movesTime: this.#movesTime,
      unusedIgnores: this.#reader.unusedIgnores(),
      removedPatterns: this.#reader.removedPatterns,
      changedPatterns: this.#changedPatterns,
      callsBeforeEnd: this.#callsBeforeEnd,
      ...recordedRun(this.#emulator, unhandled, {
        start: this.#startNumber,
        first: this.#firstNumber,
        last: this.#lastNumber,
      }),
      ...end,
    }
  }

  /** Whether the next step happens before the integration is idle. It always does if the scenario moves time itself. */
  #endStep(): boolean {
    if (this.#prepared.movesTime) return true
    return this.#injector.endStep(nextDueMs(this.#context) !== undefined)
  }

  async #play(): Promise<void> {
    const { scenario, given } = this.#prepared
    try {
      const turns = new StepTurns()
      await scenario.script(this.#scenarioContext(given, turns))
      await turns.end(() => this.#deliverUntil(undefined))
    } catch (error) {
      if (error instanceof RunEnd) throw error
      this.#isRefused = error instanceof EmulatorError || error instanceof Problem
      throw new RunEnd('inconclusive', `the script of the scenario failed: ${messageOf(error)}`)
    }
  }

  #scenarioContext(given: unknown, turns: StepTurns): ScenarioContext {
    return {
      emulator: this.#emulator,
      given,
      step: (summary, work) =>
        turns.take(summary, work, () => this.#performStep(summary, work as () => never)),
      resync: () => this.#synchronizer.start(),
    }
  }

  async #performStep<T>(summary: string, work: (() => T) | undefined): Promise<T> {
    await this.#deliverUntil(`step ${this.#injector.stepCount + 1}`)
    const { journal } = this.#context
    const entry = journal.add(stepKind, { summary })
    const number = this.#injector.startStep()
    await this.#counterfactual.act('before', number)
    const startedMs = this.#context.now()
    const cause = { journal: journal.identity(), number: entry.number }
    const result = await (work && withAsyncCause(cause, work))
    if (this.#schedule.length === 0) await this.#stateChanges.noteUnheard(entry.number)
    await this.#context.clock.settle()
    if (this.#context.now() > startedMs) this.#movesTime = true
    const isEarly = this.#endStep()
    if (!isEarly) await this.#reader.waitUntilIdle()
    this.#injector.releaseAfterStep()
    if (isEarly) await this.#context.clock.settle()
    else await this.#reader.waitUntilIdle()
    await this.#counterfactual.act('within', number)
    if (this.#isPolled) await this.#poll(isEarly)
    await this.#counterfactual.endStep()
    await this.#counterfactual.act('after', number)
    await this.#reader.noteState()
    this.#stateChanges.endStep()
    this.#onRest?.(this.#emulator.fork())
    return result as T
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
      const next = this.#injector.order?.next(step)
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
}
