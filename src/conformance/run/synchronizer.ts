/** Starts, polls and synchronizes the integration of one run, and collects the rejections of `resync`. */
import { dayMs, type Duration, parseDurationMs } from '../../engine/clock/duration.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { IntegrationHost } from '../scenario/integration-host.ts'
import { stableJson } from './choice-point.ts'
import type { IntegrationReader } from './integration-reader.ts'
import type { FaultInjector } from './fault-injector.ts'
import { writtenRows } from './written-rows.ts'
import {
  type FinalSynchronizationResult,
  type Synchronization,
  type SynchronizedValues,
  synchronizeToFixedPoint,
} from './final-synchronization.ts'
import { pollTask } from './idle-wait.ts'
import type { Counterfactual } from './counterfactual.ts'
import { messageOf, RunEnd } from './run-end.ts'

interface SynchronizerOptions {
  readonly context: EmulatorContext
  readonly injector: FaultInjector
  readonly host: IntegrationHost
  readonly reader: IntegrationReader
  readonly counterfactual: Counterfactual
  readonly startMs: number
}

export class Synchronizer {
  /** The rejections of `resync` since the last one that resolved. */
  rejections: string[] = []
  readonly #options: SynchronizerOptions
  #activeCount = 0
  #isFinal = false
  /** The number of the last entry when a synchronization ended. */
  #quietNumber: number | undefined

  constructor(options: SynchronizerOptions) {
    this.#options = options
  }

  /** Whether a synchronization runs. */
  get isActive(): boolean {
    return this.#activeCount > 0
  }

  /** Starts a synchronization. Its rejection is a problem that the integration reports. */
  start(): void {
    const { context, host, injector } = this.#options
    this.#activeCount += 1
    void context.idleTracker
      .track(() => host.resync())
      .then(
        () => {
          // Note: a right that is lost stays lost, whatever a later synchronization needs.
          if (injector.lostRights.length === 0) this.rejections = []
        },
        (error: unknown) => void this.rejections.push(`resync rejected: ${messageOf(error)}`),
      )
      .finally(() => {
        this.#activeCount -= 1
        this.#quietNumber = context.journal.lastNumber()
      })
  }

  /** Synchronizes, and waits until the integration is idle. */
  async synchronize(): Promise<void> {
    this.start()
    await this.#options.reader.waitUntilIdle()
  }

  /**
   * Synchronizes while time passes, until the final synchronization. A poll is no work that a run waits for. After a day in
   * which nothing happens but polls, one poll a day finds what depends on time.
   */
  pollEvery(duration: Duration): void {
    const { clock, journal } = this.#options.context
    const everyMs = parseDurationMs(duration, 'poll the service')
    let nextMs = clock.now() + everyMs
    let pollMs = 0
    let busyMs = clock.now()
    clock.addSource({
      kind: pollTask,
      next: () => (this.#isFinal ? undefined : nextMs),
      run: (at) => {
        nextMs = at + everyMs
        const isQuiet = this.#quietNumber === journal.lastNumber() && this.rejections.length === 0
        if (!isQuiet) busyMs = at
        if (at > busyMs + dayMs && at < pollMs + dayMs) return
        pollMs = at
        this.start()
      },
    })
  }

  endPolls(): void {
    this.#isFinal = true
  }

  /** Synchronizes until nothing changes. */
  async finish(
    before: SynchronizedValues,
    synchronizationsMin: number,
  ): Promise<FinalSynchronizationResult> {
    const { counterfactual, injector } = this.#options
    const work = {
      synchronize: () => this.#synchronizeOnce(),
      values: () => this.values(),
      passOutage: () => this.#passOutage(),
    }
    let result = await synchronizeToFixedPoint(before, work, synchronizationsMin)
    // Note: the schedule of a counterfactual run may have more synchronizations.
    while (counterfactual.hasActsAfter(injector.stepCount))
      result = await synchronizeToFixedPoint(await this.values(), work, 1)
    return result
  }

  /** What a synchronization can change. */
  async values(): Promise<SynchronizedValues> {
    const { context, reader, startMs } = this.#options
    const { created, changed, get } = writtenRows(context, startMs)
    const writes = [
      ...created.map(stableJson),
      ...[...changed.keys()].map((name) => stableJson(get(name))),
    ]
    return { ending: await reader.ending(), writes: writes.sort().join('\n') }
  }

  async #synchronizeOnce(): Promise<Synchronization> {
    const { injector, host, counterfactual } = this.#options
    const { hitCount } = injector
    const { crashCount } = host
    const { actCount } = counterfactual
    const number = injector.startStep()
    await counterfactual.act('before', number)
    const rejectionCount = this.rejections.length
    await this.synchronize()
    await counterfactual.act('after', number)
    if (host.unfinishedCount > 0) {
      throw new RunEnd('hung', 'a promise of the integration never settles')
    }
    return {
      rejects: this.rejections.length > rejectionCount,
      isHit: injector.hitCount > hitCount || counterfactual.actCount > actCount,
      crashes: host.crashCount > crashCount,
    }
  }

  /** Moves time past an outage that a deviation or the scenario began. */
  async #passOutage(): Promise<void> {
    const { context, injector, reader } = this.#options
    const ends = context.faults.listActive().map(({ untilMs = 0 }) => untilMs)
    await context.clock.advanceTo(Math.max(injector.outageEndMs, ...ends))
    await reader.waitUntilIdle()
  }
}
