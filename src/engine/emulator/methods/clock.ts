/** The clock: reads the time, advances it, and shares it with fake timers. */
import { isPromise, quoteValue } from '../../errors/argument-checks.ts'
import { endlessSleepError } from '../../clock/clock.ts'
import type { AdvanceResult } from '../../clock/due-work.ts'
import { type Duration, parseDurationMs } from '../../clock/duration.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { shareTimers } from '../../clock/fake-timers/fake-timers.ts'
import type { FakeTimers } from '../../clock/fake-timers/timer-source.ts'
import { parseTimestampMs } from '../../clock/timestamps.ts'
import { assertInvariants } from '../invariants.ts'
import { MethodGroup } from '../method-group.ts'
import { pendingSentence } from '../reports/pending-work.ts'
import { type PendingTask, viewPending } from '../reports/views.ts'
import { type WorkOptions, runWork } from './work.ts'

/** The time that an advance reached, and the number of tasks that it ran. */
export interface ClockAdvance {
  /** The current time, in ISO 8601. */
  readonly now: string
  /** The number of due tasks that ran. */
  readonly ran: number
}

export interface ClockMethods {
  /** The time on the emulator's clock. */
  now(): Date
  /**
   * Advances the clock. Each due task runs at its own time. Resolves when all work is done.
   *
   * @throws EmulatorError for an invalid duration, and for one that ends after the year 9999
   */
  advance(duration: Duration): Promise<ClockAdvance>
  /** Advances the clock to a time. @throws EmulatorError for an invalid time, or one before now */
  advanceTo(time: string | Date): Promise<ClockAdvance>
  /** Advances the clock to the next due task and runs it. */
  advanceToNext(): Promise<ClockAdvance>
  /**
   * Runs the tasks that are due now, such as deliveries. On the clock `auto` it also runs the tasks
   * that pending requests and sleeps wait for. Resolves when all work is done.
   */
  settle(): Promise<ClockAdvance>
  /**
   * Runs work and advances the clock, task by task, until the work settles: through waits for
   * `Retry-After`, backoff with shared timers, `sleep` and deliveries. Returns the result of the work,
   * or rejects with its error.
   *
   * @param work a function, or a promise of work that has started
   * @throws EmulatorError if the work does not settle within the limit, if nothing is due that the work
   * could wait for, or if the signal aborts. The message names the pending tasks.
   * @example
   * await emulator.run(() => syncCourses(emulator.baseUrl))
   */
  run<T>(work: Promise<T> | (() => T | Promise<T>), options?: WorkOptions): Promise<T>
  /** The scheduled tasks and the shared timers, soonest first. */
  pending(): PendingTask[]
  /**
   * Resolves after a duration of emulated time. Receivers use it to answer slowly.
   *
   * @throws EmulatorError for an invalid duration, and when `reset`, `restore` or `load` replaces the state
   */
  sleep(duration: Duration): Promise<void>
  /**
   * Runs the code under test in the emulator's time: its `Date`, `setTimeout`, `setInterval` and
   * `AbortSignal.timeout`. Timers fire in step with the clock, and `vi.advanceTimersByTimeAsync`
   * advances the emulator. Real timers are replaced by fake ones. If they are fake already, keep
   * `setImmediate`, `nextTick` and `queueMicrotask` real, or a `fetch` may not resolve. Sharing ends
   * when the result is disposed, with the emulator, or with `vi.useRealTimers()`.
   *
   * @param timers `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of
   * `@sinonjs/fake-timers`
   * @throws EmulatorError on a running clock, for timers that are already shared, and for a value that is
   * not fake timers. Nothing has changed then.
   * @example
   * using time = emulator.shareTime(vi)
   */
  shareTime(timers: FakeTimers): Disposable
  /**
   * Makes the clock wait for work that the emulator cannot observe, such as a queue behind a receiver.
   *
   * @throws EmulatorError for a value that is not a promise
   */
  track<T>(work: Promise<T>): Promise<T>
  /** Stops a running clock. A virtual clock needs no stop. */
  close(): void
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void
}

export class ClockMethodGroup extends MethodGroup implements ClockMethods {
  now(): Date {
    return new Date(this.context.clock.now())
  }

  async advance(duration: Duration): Promise<ClockAdvance> {
    const durationMs = parseDurationMs(duration, 'advance the clock')
    return this.#complete(await this.context.clock.advance(durationMs))
  }

  async advanceTo(time: string | Date): Promise<ClockAdvance> {
    const { clock } = this.context
    return this.#complete(await clock.advanceTo(targetTimeFrom(time, clock.now())))
  }

  async advanceToNext(): Promise<ClockAdvance> {
    return this.#complete(await this.context.clock.advanceToNext())
  }

  async settle(): Promise<ClockAdvance> {
    const giveUp = () => endlessSleepError(pendingSentence(this.context))
    return this.#complete(await this.context.clock.settle(giveUp))
  }

  async run<T>(work: Promise<T> | (() => T | Promise<T>), options: WorkOptions = {}): Promise<T> {
    return runWork(this.context, work, options)
  }

  pending(): PendingTask[] {
    return viewPending(this.context)
  }

  sleep(duration: Duration): Promise<void> {
    try {
      return this.context.clock.sleep(parseDurationMs(duration, 'sleep'))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  shareTime(timers: FakeTimers): Disposable {
    return shareTimers(this.context.clock, timers)
  }

  track<T>(work: Promise<T>): Promise<T> {
    if (!isPromise(work)) throw notAPromise(work)
    return this.context.idleTracker.track(async () => work)
  }

  #complete({ now, ran }: AdvanceResult): ClockAdvance {
    assertInvariants(this.context)
    return { now: new Date(now).toISOString(), ran }
  }

  close(): void {
    this.context.clock.stop()
  }

  [Symbol.dispose](): void {
    this.context.clock.stop()
  }
}

const notAPromise = (value: unknown): EmulatorError =>
  new EmulatorError('bad_work', {
    action: 'track the work',
    reason: `${quoteValue(value)} is not a promise`,
    advice: 'Pass the promise that an asynchronous function returns.',
  })

function targetTimeFrom(time: unknown, nowMs: number): number {
  const ms = parseTimestampMs(time)
  if (ms !== undefined && ms >= nowMs) return ms
  throw new EmulatorError('bad_time', {
    action: 'advance the clock',
    reason:
      ms === undefined
        ? `${quoteValue(time)} is not a valid time`
        : `${new Date(ms).toISOString()} is before ${new Date(nowMs).toISOString()}`,
    advice:
      ms === undefined
        ? 'Give a Date, or a string such as "2026-03-01T09:00:00.000Z".'
        : 'The clock only moves forward. Restore a snapshot to go back.',
  })
}
