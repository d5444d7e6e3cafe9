/**
 * Couples the fake timers of a test runner with the emulator's clock.
 *
 * The clock fires the fake timers at their due moments. The methods of the fake timers that advance
 * time advance the clock.
 */
import { bindAsyncCause } from '../async-cause.ts'
import type { Clock } from '../clock.ts'
import { isRunning } from '../clock-mode.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { ExternalTimer, ExternalTimers } from '../external-timers.ts'
import { type FakeClock, type FakeTimer, fakeTimersOf } from './fake-clock.ts'
import { badTimersError, type FakeTimers, installTimers } from './timer-source.ts'

/** The maximum number of timers that one `runAllAsync` fires. */
const timersMax = 10_000

const sharedClocks = new WeakSet<FakeClock>()

/** Whether fake timers share the time of any clock. */
export const isShared = (fake: FakeClock): boolean => sharedClocks.has(fake)

/** The emulators' clocks that fake timers have shared. */
const sharingClocks = new WeakSet<Clock>()

/** Whether fake timers share the time of a clock, or did before. */
export const hasShared = (clock: Clock): boolean => sharingClocks.has(clock)

/**
 * Couples fake timers with a clock until the result is disposed. An error leaves both unchanged.
 *
 * @throws EmulatorError if the clock runs with real time, if the value is not fake timers, or if the
 * timers or the clock already share their time
 */
export function shareTimers(clock: Clock, timers: FakeTimers): Disposable {
  assertSharable(clock)
  const { fake, restore } = installTimers(timers, clock.now())
  if (sharedClocks.has(fake))
    throw badTimersError(
      'the timers already share the time of another emulator',
      'Dispose the first share. Tests that run at the same time have one set of fake timers: run them one after the other.',
    )
  sharedClocks.add(fake)
  sharingClocks.add(clock)
  const original = { ...fake }
  const guards = new Set<number>()
  const overrides = overridesFor(fake, original, clock, () => release())
  const restoreAbortTimeout = fakeAbortTimeout(original, guards)

  function release(): void {
    if (!sharedClocks.delete(fake)) return
    clock.attachTimers(undefined)
    for (const method of Object.keys(overrides) as (keyof typeof original)[]) {
      Object.assign(fake, { [method]: original[method] })
    }
    restoreAbortTimeout()
    restore()
  }

  clock.attachTimers(externalTimersFor({ fake, original, guards, release }))
  clock.start()
  Object.assign(fake, overrides)
  return { [Symbol.dispose]: release }
}

function assertSharable(clock: Clock): void {
  if (isRunning(clock.mode)) {
    throw badTimersError(
      'the clock runs with real time',
      'Create the emulator with `clock: "virtual"`.',
    )
  }
  if (clock.hasTimers())
    throw badTimersError('the emulator already shares its time', 'Dispose the first share.')
}

/** Returns the due moment of the next timer. */
function nextTimerMs(fake: FakeClock): number | undefined {
  let earliest: number | undefined
  for (const [, { callAt }] of fakeTimersOf(fake)) {
    if (earliest === undefined || callAt < earliest) earliest = callAt
  }
  return earliest
}

interface SharedTimers {
  readonly fake: FakeClock
  /** The methods of the fake timers before they were replaced. */
  readonly original: FakeClock
  /** The ids of the timers behind `AbortSignal.timeout`. */
  readonly guards: ReadonlySet<number>
  release(): void
}

const externalTimersFor = ({ fake, original, guards, release }: SharedTimers): ExternalTimers => ({
  next: () => nextTimerMs(fake),
  pending: () => fakeTimersOf(fake).map(([, timer]) => toExternalTimer(timer)),
  hasAwaited: () => fakeTimersOf(fake).some(([id]) => !guards.has(id)),
  fire: () => void original.next(),
  advanceTo: (ms) => void original.tick(ms - fake.now),
  setTime: (ms) => void original.setSystemTime(ms),
  release,
})

const toExternalTimer = ({ callAt, type, delay = 0, interval }: FakeTimer): ExternalTimer => ({
  at: callAt,
  name: `set${type ?? 'Timeout'}`,
  delayMs: interval ?? delay,
})

/** Replacements for the methods of the fake timers that advance time: they advance the clock too. */
function overridesFor(fake: FakeClock, original: FakeClock, clock: Clock, release: () => void) {
  const untilNext = (): number => Math.max(0, (nextTimerMs(fake) ?? fake.now) - fake.now)
  async function nextAsync(): Promise<number> {
    await clock.advance(untilNext())
    return fake.now
  }
  /** Wraps a function that sets a timer: an automatic clock may jump to the timer. */
  const withNotice = (name: 'setTimeout' | 'setInterval') => {
    const set = Reflect.get(original, name) as ((...args: unknown[]) => unknown) | undefined
    if (!set) return {}
    return {
      [name]: (callback: unknown, ...args: unknown[]) => {
        const timer = set.apply(fake, [bindAsyncCause(callback), ...args])
        clock.onTimerSet()
        return timer
      },
    }
  }
  return {
    ...withNotice('setTimeout'),
    ...withNotice('setInterval'),
    tick: (time: number | string) => (clock.advanceSync(parseTickMs(time)), fake.now),
    async tickAsync(time: number | string) {
      await clock.advance(parseTickMs(time))
      return fake.now
    },
    next: () => (clock.advanceSync(untilNext()), fake.now),
    nextAsync,
    async runAllAsync() {
      for (let i = 0; nextTimerMs(fake) !== undefined; i += 1) {
        if (i === timersMax) throw runawayTimersError()
        await nextAsync()
      }
      return fake.now
    },
    reset() {
      original.reset()
      original.setSystemTime(clock.now())
    },
    setSystemTime() {
      throw badTimersError(
        'the emulator owns the time',
        'Use `emulator.advance({ to })`, or the option `start`.',
        'set',
      )
    },
    uninstall() {
      release()
      return original.uninstall?.()
    },
  }
}

/** Parses a number of milliseconds, or a text of seconds, `mm:ss` or `hh:mm:ss`. */
function parseTickMs(time: number | string): number {
  const ms = typeof time === 'number' ? Math.floor(time) : parseClockTextMs(String(time))
  if (ms >= 0) return ms
  throw badTimersError(`"${time}" is not a valid duration`, 'Give milliseconds.', 'advance')
}

const parseClockTextMs = (text: string): number =>
  1_000 *
  text
    .split(':')
    .map(Number)
    .reduce((sum, part) => sum * 60 + part, 0)

/**
 * Makes `AbortSignal.timeout` use the fake timers; returns a function that restores the original. Adds
 * the ids of its timers to `guards`: nothing waits for them, so an automatic clock does not jump to them.
 */
function fakeAbortTimeout(original: FakeClock, guards: Set<number>): () => void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    const timer = original.setTimeout(() => controller.abort(reason), ms)
    guards.add(Number(timer))
    return controller.signal
  }
  return () => void (AbortSignal.timeout = timeout)
}

const runawayTimersError = (): EmulatorError =>
  new EmulatorError('runaway_task', {
    action: 'run all timers',
    reason: `timers remain after ${timersMax} have fired`,
    advice: 'Advance by a duration if a timer sets itself again.',
  })
