/** The clock: reads the time, advances it, and shares it with fake timers. */
import { isObject, isPromise, quoteValue } from '../../errors/argument-checks.ts'
import { endlessSleepError } from '../../clock/clock.ts'
import type { AdvanceResult } from '../../clock/due-work.ts'
import { type Duration, parseDuration, parseDurationMs } from '../../clock/duration.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { shareTimers } from '../../clock/fake-timers/fake-timers.ts'
import type { FakeTimers } from '../../clock/fake-timers/timer-source.ts'
import { runsInReceiver } from '../../deliver/transport.ts'
import { parseTimestampMs } from '../../clock/timestamps.ts'
import { invariantChecks } from '../invariants.ts'
import { isDefect } from '../reports/receiver-defects.ts'
import { MethodGroup } from '../method-group.ts'
import { pendingSentence } from '../reports/pending-work.ts'
import { type PendingTask, viewPending } from '../reports/views.ts'
import { asUnsettled, type WorkOptions, runWork } from './work.ts'

/** The time that an advance reached, and the number of tasks that it ran. */
export interface ClockAdvance {
  /** The current time, in ISO 8601. */
  readonly now: string
  /** The number of due tasks that ran. */
  readonly ran: number
}

/** How far to advance the clock: a duration such as `5m`, a time, or `next` for the next due task. */
export type Advance = Duration | 'next' | { readonly to: string | Date }

export class ClockMethodGroup extends MethodGroup {
  /** The time on the emulator's clock. */
  now(): Date {
    return new Date(this.context.clock.now())
  }

  /**
   * Advances the clock: by a duration, to a time, or to the next due task. Each due task runs at its own time.
   * Resolves when all work is done.
   *
   * @throws EmulatorError for an invalid duration or time, a time before now, and one after the year 9999
   * @example
   * await emulator.advance('5m')
   * await emulator.advance({ to: '2026-03-01T09:00:00Z' })
   * await emulator.advance('next')
   */
  async advance(by: Advance): Promise<ClockAdvance> {
    return asUnsettled(this.context, 'advance', async () => {
      this.#assertOutsideReceiver('advance the clock')
      return this.#complete(await this.#advanceBy(by))
    })
  }

  #advanceBy(by: Advance): Promise<AdvanceResult> {
    const { clock } = this.context
    if (by === 'next') return clock.advanceToNext()
    if (isObject(by) && 'to' in by) return clock.advanceTo(targetTimeFrom(by.to, clock.now()))
    if (parseDuration(by) === undefined && parseTimestampMs(by) !== undefined)
      throw timeToAdvanceBy(by)
    return clock.advance(parseDurationMs(by, 'advance the clock'))
  }

  /**
   * Runs the tasks that are due now, such as deliveries, without moving the clock. On the clock `auto` it also
   * runs the tasks that pending requests and sleeps wait for. Resolves when all work is done.
   */
  async settle(): Promise<ClockAdvance> {
    return asUnsettled(this.context, 'settle', async () => {
      this.#assertOutsideReceiver('settle')
      const giveUp = () => endlessSleepError(pendingSentence(this.context))
      return this.#complete(await this.context.clock.settle(giveUp))
    })
  }

  async run<T>(work: Promise<T> | (() => T | Promise<T>), options?: WorkOptions): Promise<T> {
    return asUnsettled(this.context, 'run', () => runWork(this.context, work, options))
  }

  /** The scheduled tasks and the shared timers, soonest first. */
  pending(): PendingTask[] {
    return viewPending(this.context)
  }

  /**
   * Resolves after a duration of emulated time. Receivers use it to answer slowly.
   *
   * @throws EmulatorError for an invalid duration, and when `reset` or `restore` replaces the state
   */
  sleep(duration: Duration): Promise<void> {
    try {
      return this.context.clock.sleep(parseDurationMs(duration, 'sleep'))
    } catch (error) {
      return Promise.reject(error)
    }
  }

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
  shareTime(timers: FakeTimers): Disposable {
    return shareTimers(this.context.clock, timers)
  }

  /**
   * Makes the clock wait for work that the emulator cannot observe, such as a queue behind a receiver.
   *
   * @throws EmulatorError for a value that is not a promise
   */
  track<T>(work: Promise<T>): Promise<T> {
    if (!isPromise(work)) throw notAPromise(work)
    const { idleTracker, receiverErrors } = this.context
    // Note: the rejection of work that the test does not await is no unhandled one.
    work.catch((error: unknown) => {
      if (isDefect(error)) receiverErrors.push({ url: 'emulator.track', error })
    })
    return idleTracker.track(async () => work)
  }

  /** Throws in a receiver: the clock waits for its answer, and it would wait for the clock. */
  #assertOutsideReceiver(action: string): void {
    if (!runsInReceiver(this.context.journal.identity())) return
    throw new EmulatorError('nested_advance', {
      action,
      reason: 'a receiver calls it, and it would wait for the answer of that receiver',
      advice:
        'Call it after the delivery. To answer slowly, await `emulator.sleep("30s")` in the receiver.',
    })
  }

  #complete({ now, ran }: AdvanceResult): ClockAdvance {
    invariantChecks.run?.(this.context)
    return { now: new Date(now).toISOString(), ran }
  }

  /** Stops a running clock, and refuses all later requests like a server that is closed. Records and journal can still be read. */
  close(): void {
    this.context.isClosed = true
    this.context.clock.stop()
  }

  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void {
    this.close()
  }
}

const timeToAdvanceBy = (time: unknown): EmulatorError =>
  new EmulatorError('bad_duration', {
    action: 'advance the clock',
    reason: `${time instanceof Date ? 'a Date' : quoteValue(time)} is a time, and no duration`,
    advice: 'Give { to: time }.',
  })

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
