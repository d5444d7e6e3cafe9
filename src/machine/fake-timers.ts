/**
 * Couples the fake timers of a test runner with the emulator's clock.
 *
 * The clock fires the fake timers at their due moments. The methods of the fake timers that advance
 * time advance the clock.
 */
import type { Clock } from './clock.ts'
import { isRunning } from './clock-mode.ts'
import { EmulatorError } from './errors.ts'
import type { ExternalTimers } from './external-timers.ts'

/** An installed clock of `@sinonjs/fake-timers`. */
export interface FakeClock {
  /** The time, in milliseconds since 1970. */
  now: number
  /** Sets a fake timer. */
  setTimeout(callback: () => void, delayMs: number): unknown
  /** Advances the time synchronously, by milliseconds or a text such as `01:30`; returns the time. */
  tick(time: number | string): number
  /** Advances the time and lets promises settle between timers; returns the time. */
  tickAsync(time: number | string): Promise<number>
  /** Advances to the next timer and returns the time. */
  next(): number
  /** Advances to the next timer, lets promises settle, and returns the time. */
  nextAsync(): Promise<number>
  /** Advances until no timer is left and returns the time. */
  runAllAsync(): Promise<number>
  /** Removes all timers. */
  reset(): void
  /** Sets the time without running timers. */
  setSystemTime(now?: number | Date): void
  /** Restores the real timers. */
  uninstall?(): unknown
}

/** The fake timer methods of a test runner, such as `vi` of Vitest. */
export interface FakeTimersOwner {
  /** Returns whether fake timers are installed. */
  isFakeTimers(): boolean
  /** Installs fake timers for the given globals, starting at `now` in milliseconds since 1970. */
  useFakeTimers(config: { now: number; toFake: FakedName[] }): unknown
  /** Restores the real timers. */
  useRealTimers(): unknown
}

/**
 * Fake timers that can share the emulator's time: `vi` of Vitest, or an installed clock of
 * `@sinonjs/fake-timers`.
 *
 * @example
 * emulator.shareTime(vi)
 */
export type FakeTimers = FakeClock | FakeTimersOwner

// Note: a `fetch` needs the other timers of the host, so they stay real.
/** The globals that `shareTimers` fakes if no fake timers are installed. */
const fakedNames = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
type FakedName = (typeof fakedNames)[number]

/** The maximum number of timers that one `runAllAsync` fires. */
const timersMax = 10_000

const sharedClocks = new WeakSet<FakeClock>()

/**
 * Couples fake timers with a clock until the result is disposed.
 *
 * @throws EmulatorError if the clock runs with real time or the timers are already shared
 */
export function shareTimers(clock: Clock, timers: FakeTimers): Disposable {
  if (isRunning(clock.mode)) {
    throw badTimersError(
      'the clock runs with real time',
      'Create the emulator with `clock: "virtual"`.',
    )
  }
  const owner = 'useFakeTimers' in timers && !timers.isFakeTimers() ? timers : undefined
  owner?.useFakeTimers({ now: clock.now(), toFake: [...fakedNames] })
  const fake = 'useFakeTimers' in timers ? installedClock() : timers
  if (sharedClocks.has(fake))
    throw badTimersError('the timers are already shared', 'Dispose the first share.')
  sharedClocks.add(fake)
  const original = { ...fake }
  const overrides = overridesFor(fake, original, clock, () => release())
  const restoreAbortTimeout = fakeAbortTimeout(fake)

  function release(): void {
    if (!sharedClocks.delete(fake)) return
    clock.attachTimers(undefined)
    for (const method of Object.keys(overrides) as (keyof typeof overrides)[]) {
      Object.assign(fake, { [method]: original[method] })
    }
    restoreAbortTimeout()
    owner?.useRealTimers()
  }

  clock.attachTimers(externalTimersFor(fake, original, release))
  clock.start()
  Object.assign(fake, overrides)
  return { [Symbol.dispose]: release }
}

/** Returns the clock of the installed fake timers. */
function installedClock(): FakeClock {
  for (const global of [globalThis.setTimeout, globalThis.Date]) {
    if ('clock' in global && global.clock) return global.clock as FakeClock
  }
  throw badTimersError('no fake timers are installed', 'Call `vi.useFakeTimers()` first.')
}

/** Returns the due moment of the next timer. Older fake timers keep timers in an object, not a map. */
function nextTimerMs(fake: FakeClock): number | undefined {
  const { timers = {} } = fake as { timers?: Map<number, FakeTimer> | Record<number, FakeTimer> }
  let earliest: number | undefined
  for (const { callAt } of timers instanceof Map ? timers.values() : Object.values(timers)) {
    if (earliest === undefined || callAt < earliest) earliest = callAt
  }
  return earliest
}

interface FakeTimer {
  readonly callAt: number
}

const externalTimersFor = (
  fake: FakeClock,
  original: FakeClock,
  release: () => void,
): ExternalTimers => ({
  next: () => nextTimerMs(fake),
  fire: () => void original.next(),
  advanceTo: (ms) => void original.tick(ms - fake.now),
  setTime: (ms) => void original.setSystemTime(ms),
  release,
})

/** Replacements for the methods of the fake timers that advance time: they advance the clock too. */
function overridesFor(fake: FakeClock, original: FakeClock, clock: Clock, release: () => void) {
  const untilNext = (): number => Math.max(0, (nextTimerMs(fake) ?? fake.now) - fake.now)
  async function nextAsync(): Promise<number> {
    await clock.advance(untilNext())
    return fake.now
  }
  return {
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
        'Use `advanceTo`, or the option `start`.',
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
  if (typeof time === 'number' && time >= 0) return Math.floor(time)
  const parts = String(time).split(':').map(Number)
  const ms = 1_000 * parts.reduce((sum, part) => sum * 60 + part, 0)
  if (ms >= 0) return ms
  throw badTimersError(`"${time}" is not a valid duration`, 'Give milliseconds.', 'advance')
}

/** Makes `AbortSignal.timeout` use the fake timers; returns a function that restores the original. */
function fakeAbortTimeout(fake: FakeClock): () => void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    fake.setTimeout(() => controller.abort(reason), ms)
    return controller.signal
  }
  return () => void (AbortSignal.timeout = timeout)
}

const badTimersError = (reason: string, advice: string, verb = 'share'): EmulatorError =>
  new EmulatorError('bad_timers', { action: `${verb} the time of fake timers`, reason, advice })

const runawayTimersError = (): EmulatorError =>
  new EmulatorError('runaway_task', {
    action: 'run all timers',
    reason: `timers remain after ${timersMax} have fired`,
    advice: 'Advance by a duration if a timer sets itself again.',
  })
