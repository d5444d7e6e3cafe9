/** Reads the state and the problems of an integration, and waits until it is idle. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isPromise, quoteValue } from '../../engine/errors/argument-checks.ts'
import type { Integration } from '../scenario/integration.ts'
import type { IntegrationHost } from '../scenario/integration-host.ts'
import { stableJson } from './choice-point.ts'
import { placedDifferences } from '../oracles/difference.ts'
import {
  hasPath,
  isTextItem,
  kindPatternOf,
  pathPatternOf,
  withKeyedLists,
  withoutPaths,
} from '../oracles/state-paths.ts'
import { advanceUntilIdle, observe } from './idle-wait.ts'
import { findNonJson, formatPath } from './non-json.ts'
import { type Ending, unhandledCallsOf } from './outcome.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { messageOf, RunEnd } from './run-end.ts'
import type { FaultInjector } from './fault-injector.ts'

interface ReaderOptions {
  readonly prepared: PreparedScenario
  readonly emulator: Emulator
  readonly context: EmulatorContext
  readonly injector: FaultInjector
  readonly host: IntegrationHost
}

export class IntegrationReader {
  /** The values that `state()` returned during the run, as text. */
  readonly states = new Set<string>()
  /** The patterns of the paths of records that a value of `state()` had and the next one has not. */
  readonly removedPatterns = new Set<string>()
  /** The patterns of the paths whose value changed. */
  readonly changedPatterns = new Set<string>()
  /** The patterns of `ignore`, and whether a state had a path of each. */
  readonly #ignored = new Map<string, boolean>()
  #lastState: string | undefined
  /** Whether the first synchronization changed the value of `state()`. */
  startChangesState = false
  readonly #options: ReaderOptions

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** Moves time until the integration is idle. @throws RunEnd if it is not idle in time */
  async waitUntilIdle(): Promise<void> {
    const { injector, context } = this.#options
    const startMs = context.clock.now()
    const isIdle = await advanceUntilIdle(context, () => injector.isFlooded)
    if (injector.isFlooded) {
      const advice = context.clock.now() > startMs ? intervalAdvice : ''
      throw new RunEnd(
        'hung',
        `the integration made more than ${this.#options.prepared.callsMax} calls${advice}`,
      )
    }
    if (!isIdle)
      throw new RunEnd('hung', `the integration is not idle within 7 days${sleepAdvice(context)}`)
  }

  /** Waits for work of the integration, and moves time while it waits for the clock. */
  async finished<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const observed = observe(this.#options.context, work)
    const { clock, idleTracker } = this.#options.context
    await idleTracker.drain()
    // Note: another process may only be slow. Time that moves meanwhile makes its answer one of an earlier time.
    if (!observed.outcome()) await clock.settle()
    if (!observed.outcome()) await this.waitUntilIdle()
    const outcome = observed.outcome()
    if (!outcome) throw new RunEnd('hung', `\`${name}\` never settles`)
    if (!('error' in outcome)) return outcome.value
    const { error } = outcome
    // Note: an adapter ends a run with its own reason, such as the exit of another process.
    throw error instanceof RunEnd
      ? error
      : new RunEnd('failed', `\`${name}\` threw ${messageOf(error).replace(/\.$/, '')}`)
  }

  /** The current instance of the integration. @throws RunEnd if it is not connected in time */
  integration(): Promise<Integration> | Integration {
    const integration = this.#options.host.integration()
    return isPromise(integration) ? this.finished('connect', () => integration) : integration
  }

  /** Whether the last value of `state()` has an entry. */
  get hasState(): boolean {
    return placedDifferences({}, JSON.parse(this.#lastState ?? '{}')).length > 0
  }

  /** The last value of `state()` as text; undefined before the first one. */
  get lastState(): string | undefined {
    return this.#lastState
  }

  /** Forgets the values of `state()` from before the first step. */
  endStart(): void {
    this.startChangesState = this.states.size > 1
    const last = [...this.states].at(-1)
    this.states.clear()
    this.changedPatterns.clear()
    if (last !== undefined) this.states.add(last)
  }

  /** Adds the value of `state()`, unless a new instance is not connected yet. */
  async noteState(): Promise<void> {
    const text = await this.readState()
    if (text !== undefined) this.#addState(text)
  }

  /** The state as text; undefined without one, and while a new instance is not connected yet. */
  async readState(): Promise<string | undefined> {
    const { connected } = this.#options.host
    return connected?.state && this.#stateText(connected)
  }

  #addState(text: string): void {
    const last = this.#lastState
    this.#lastState = text
    this.states.add(text)
    if (last === undefined || last === text) return
    const [earlier, later] = [last, text].map((each) => withKeyedLists(JSON.parse(each)))
    for (const { segments, ...values } of placedDifferences(earlier, later)) {
      this.changedPatterns.add(pathPatternOf(segments))
      // Note: the texts of a list have no identity but their content, so that a changed text looks like a removed one.
      const isRemoved = !('actual' in values) && !isTextItem(segments, values.expected)
      if (isRemoved) this.removedPatterns.add(kindPatternOf(segments))
    }
  }

  async ending(): Promise<Ending> {
    const integration = await this.integration()
    const text = integration.state && (await this.#stateText(integration))
    if (text !== undefined) this.#addState(text)
    const effects = integration.effects && (await this.#effects(integration))
    return {
      ...(text !== undefined && { state: withKeyedLists(JSON.parse(text)) }),
      ...(effects && { effects }),
      unhandledCalls: unhandledCallsOf(this.#options.context),
    }
  }

  /** The value of `state()`, as text. @throws RunEnd if JSON cannot hold the value */
  #stateText(integration: Integration): Promise<string> {
    const { ignore = [] } = integration
    return this.finished('state', async () => {
      const state = await integration.state?.()
      const text = textOfValue('state', state)
      if (ignore.length === 0) return text
      const value: unknown = JSON.parse(text)
      for (const pattern of ignore)
        this.#ignored.set(
          pattern,
          this.#ignored.get(pattern) === true || hasPath(value, pattern.split('.')),
        )
      return stableJson(withoutPaths(value, ignore))
    })
  }

  #effects(integration: Integration): Promise<readonly unknown[]> {
    return this.finished('effects', async () => {
      const listed = listOf('effects', await integration.effects?.())
      return listed.map((each) => JSON.parse(textOfValue('effects', each)) as unknown)
    })
  }

  async problems(): Promise<string[]> {
    const integration = await this.integration()
    if (!integration.problems) return []
    return this.finished('problems', async () =>
      listOf('problems', await integration.problems?.()).map(messageOf),
    )
  }

  /** The patterns of `ignore` that no state had. */
  unusedIgnores(): readonly string[] {
    return [...this.#ignored].flatMap(([pattern, isUsed]) => (isUsed ? [] : [pattern]))
  }

  async assertExpected(): Promise<void> {
    const { expect, given } = this.#options.prepared
    if (!expect) return
    const state: unknown = this.#lastState === undefined ? undefined : JSON.parse(this.#lastState)
    const integration = await this.integration()
    const { emulator } = this.#options
    const { rows } = emulator
    const result = await this.finished('expect', (): unknown =>
      expect({ emulator, rows, state, given, integration }),
    )
    if (result === false)
      throw new RunEnd('failed', '`expect` returned false. Throw an error that says what is wrong')
  }
}

function textOfValue(name: string, value: unknown): string {
  const found = findNonJson(value)
  if (!found) return stableJson(value)
  const { noun, path, advice } = found
  const place = path.length > 0 ? ` at \`${formatPath(name, path)}\`` : ''
  throw new RunEnd('failed', `\`${name}\` returned ${noun}${place}; ${advice}`)
}

/** A text is not a list, although its characters can be iterated. */
function listOf(name: string, value: unknown): readonly unknown[] {
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) {
    return [...(value as Iterable<unknown>)]
  }
  throw new RunEnd('failed', `\`${name}\` returned ${quoteValue(value)}; return a list`)
}

/** What to do about an integration that sleeps again and again, as the end of a sentence. */
const intervalAdvice =
  ': it sleeps again and again. For work at intervals, return `resync` with `pollEvery`'

const sleepAdvice = ({ clock }: EmulatorContext): string =>
  clock.pending().some(({ kind }) => kind === 'wake') ? intervalAdvice : ''
