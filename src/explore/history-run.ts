/** Runs a scenario with the deviations of one history, against a new instance of the integration. */
import { stepKind } from '../define/journal/kinds/step.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorContext } from '../emulator/context.ts'
import { IntegrationHost } from '../scenarios/integration-host.ts'
import type { ScenarioContext } from '../scenarios/scenario.ts'
import type { History } from './history.ts'
import {
  type Ending,
  hasLostNotification,
  type RunOutcome,
  unhandledCallsOf,
  writtenRows,
} from './outcome.ts'
import { stableJson } from './choice-point.ts'
import { advanceUntilIdle, nextDueMs, observe } from './idle-wait.ts'
import { RunObserver } from './run-observer.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { watchRejections } from './unhandled-rejections.ts'

/** Why a run ended early. */
class RunEnd extends Error {
  readonly reason: 'hung' | 'failed' | 'inconclusive'

  constructor(reason: RunEnd['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Runs the history on a fork of the prepared world. Never rejects: an error of the integration is part of the outcome. */
export async function runHistory(
  prepared: PreparedScenario,
  history: History,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<RunOutcome> {
  const run = new HistoryRun(prepared, history, isQuiet)
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

class HistoryRun {
  readonly #prepared: PreparedScenario
  readonly #history: History
  readonly #emulator: Emulator
  readonly #context: EmulatorContext
  readonly #observer: RunObserver
  readonly #host: IntegrationHost
  readonly #startMs: number
  readonly #states = new Set<string>()
  #before: Ending | undefined
  #after: Ending | undefined
  #problems: string[] = []
  #movesTime = false

  constructor(prepared: PreparedScenario, history: History, isQuiet: boolean) {
    this.#prepared = prepared
    this.#history = history
    this.#emulator = prepared.emulator.fork()
    this.#context = contextOf(this.#emulator)
    this.#startMs = this.#context.now()
    const { token } = this.#emulator
    const { connect, secret, url, callsMax } = prepared
    const context = this.#context
    this.#observer = new RunObserver({
      context,
      history,
      isQuiet,
      token,
      callsMax,
      host: () => this.#host,
    })
    const observer = this.#observer
    this.#host = new IntegrationHost({ emulator: this.#emulator, connect, secret, observer })
    context.receivers.set(url, (request, receiver) => this.#host.handle(request, receiver))
    context.faults.intercept(observer.intercept)
  }

  async perform(): Promise<void> {
    await this.#finished('connect', () => this.#host.integration())
    await this.#noteState()
    await this.#play()
    while (this.#observer.releaseAll()) await this.#rest()
    await this.#rest()
    this.#before = await this.#ending()
    await this.#synchronize()
    this.#after = await this.#ending()
    this.#problems = [...this.#problems, ...(await this.#reportedProblems())]
    await this.#assertEnding()
  }

  async close(): Promise<void> {
    try {
      await this.#finished('stop', () => this.#host.stop())
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
    const { points, applied, callCount, earlyCallCount } = this.#observer
    return {
      points,
      isApplicable: applied.size === this.#history.length,
      ...(this.#before && { before: this.#before }),
      ...(this.#after && { after: this.#after }),
      rows: writtenRows(this.#context, this.#startMs),
      problems: this.#problems,
      callCount,
      earlyCallCount,
      hasLoss: this.#host.crashCount > 0 || hasLostNotification(this.#context),
      stateChanged: this.#states.size !== 1,
      movesTime: this.#movesTime,
      transcript: () => `${this.#emulator.transcript()}\n`,
      entries: () => this.#emulator.journal,
      ...end,
    }
  }

  /** Whether the next step happens without a rest. Scenarios that move time themselves have no rests. */
  #endStep(): boolean {
    if (this.#prepared.movesTime) return true
    return this.#observer.endStep(nextDueMs(this.#context) !== undefined)
  }

  async #play(): Promise<void> {
    const { scenario, given } = this.#prepared
    try {
      await scenario.script(this.#scenarioContext(given))
    } catch (error) {
      if (error instanceof RunEnd) throw error
      throw new RunEnd('inconclusive', `the script of the scenario failed: ${messageOf(error)}`)
    }
  }

  #scenarioContext(given: unknown): ScenarioContext {
    return {
      emulator: this.#emulator,
      given,
      step: async (summary, work) => {
        this.#context.journal.add(stepKind, { summary })
        this.#observer.startStep()
        const startedMs = this.#context.now()
        const result = await work?.()
        await this.#context.clock.settle()
        if (this.#context.now() > startedMs) this.#movesTime = true
        const isEarly = this.#endStep()
        if (!isEarly) await this.#rest()
        this.#observer.releaseAfterStep()
        if (isEarly) await this.#context.clock.settle()
        else await this.#rest()
        if (this.#observer.applyWaiting()) await this.#rest()
        await this.#noteState()
        return result as never
      },
      resync: () => void this.#start('resync', () => this.#host.resync()),
    }
  }

  /** Runs the final synchronization. Its rejection is a problem that the integration reports. */
  async #synchronize(): Promise<void> {
    this.#start('resync', () => this.#host.resync())
    await this.#rest()
    if (this.#host.unfinishedCount > 0) {
      throw new RunEnd('hung', 'a promise of the integration never settles')
    }
  }

  /** Starts a synchronization. Its rejection is a problem that the integration reports. */
  #start(name: string, work: () => Promise<unknown>): void {
    void this.#context.idleTracker
      .track(work)
      .catch((error: unknown) => void this.#problems.push(`${name} rejected: ${messageOf(error)}`))
  }

  async #rest(): Promise<void> {
    const observer = this.#observer
    const isIdle = await advanceUntilIdle(this.#context, () => observer.isFlooded)
    if (observer.isFlooded) {
      throw new RunEnd('hung', `the integration made more than ${this.#prepared.callsMax} calls`)
    }
    if (!isIdle) throw new RunEnd('hung', 'the integration is not idle within 7 days')
  }

  /** Waits for work of the integration, and moves time while it waits for the clock. */
  async #finished<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const observed = observe(this.#context, work)
    await this.#context.idleTracker.drain()
    if (!observed.outcome()) await this.#rest()
    const outcome = observed.outcome()
    if (!outcome) throw new RunEnd('hung', `\`${name}\` never settles`)
    if ('error' in outcome)
      throw new RunEnd('failed', `\`${name}\` threw ${messageOf(outcome.error)}`)
    return outcome.value
  }

  async #noteState(): Promise<void> {
    const { state } = await this.#host.integration()
    if (!state) return
    this.#states.add(stableJson(await this.#finished('state', state)))
  }

  async #ending(): Promise<Ending> {
    const { state } = await this.#host.integration()
    const value = state && JSON.parse(stableJson(await this.#finished('state', state)))
    if (state) this.#states.add(stableJson(value))
    return {
      ...(state && { state: value }),
      unhandledCalls: unhandledCallsOf(this.#context),
    }
  }

  async #reportedProblems(): Promise<string[]> {
    const { problems } = await this.#host.integration()
    if (!problems) return []
    return [...(await this.#finished('problems', problems))].map(messageOf)
  }

  async #assertEnding(): Promise<void> {
    const { ending, given } = this.#prepared
    if (!ending) return
    const integration = await this.#host.integration()
    const emulator = this.#emulator
    await this.#finished('ending', () => ending({ emulator, given, integration }))
  }
}

/** The message of an error, or the JSON text of another value. */
const messageOf = (value: unknown): string => {
  if (value instanceof Error) return value.message
  return typeof value === 'string' ? value : stableJson(value)
}
