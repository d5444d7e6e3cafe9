/**
 * Ties the fake timers of a test runner to a clock: whoever lets time pass, it passes in both.
 *
 * The clock leads. It takes the timers along as due moments of its own, and the words of the fake
 * timers that let time pass advance the clock in their turn.
 */
import type { Clock } from './clock.ts'
import { isRunning } from './clock-mode.ts'
import { EmulatorError } from './errors.ts'
import type { ExternalTimers } from './external-timers.ts'

/** An installed clock of `@sinonjs/fake-timers`. */
export interface FakeClock {
  /** Milliseconds since 1970. */
  now: number
  /** Sets a timer on it. */
  setTimeout(callback: () => void, delayMs: number): unknown
  /** Lets time pass, at once. */
  tick(time: number | string): number
  /** Lets time pass, and promises come through between timers. */
  tickAsync(time: number | string): Promise<number>
  /** Lets time pass until the next timer. */
  next(): number
  /** The same, and promises come through. */
  nextAsync(): Promise<number>
  /** Lets time pass until no timer is left. */
  runAllAsync(): Promise<number>
  /** Forgets all timers. */
  reset(): void
  /** Sets the time without running timers. */
  setSystemTime(now?: number | Date): void
  /** Gives the real timers back. */
  uninstall?(): unknown
}

/** Who installs fake timers and takes them away again: `vi` of vitest. */
export interface FakeTimersOwner {
  /** Whether they are fake now. */
  isFakeTimers(): boolean
  /** Installs them. */
  useFakeTimers(config: { now: number; toFake: FakedName[] }): unknown
  /** Gives the real ones back. */
  useRealTimers(): unknown
}

/** What time can be shared with: `vi` of vitest, or an installed clock of `@sinonjs/fake-timers`. */
export type FakeTimers = FakeClock | FakeTimersOwner

/** What is faked where nobody has decided: no more, since a `fetch` needs the rest to come back. */
const fakedNames = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
type FakedName = (typeof fakedNames)[number]

/** How many timers are run at the most where all are to be run. */
const timersMax = 10_000

const sharedClocks = new WeakSet<FakeClock>()

/** @throws EmulatorError where the clock runs by itself, or the timers are shared already */
export function shareTimers(clock: Clock, timers: FakeTimers): Disposable {
  if (isRunning(clock.mode)) {
    throw badTimersError('the clock runs by itself', 'Make the emulator with `clock: "virtual"`.')
  }
  const owner = 'useFakeTimers' in timers && !timers.isFakeTimers() ? timers : undefined
  owner?.useFakeTimers({ now: clock.now(), toFake: [...fakedNames] })
  const fake = 'useFakeTimers' in timers ? installedClock() : timers
  if (sharedClocks.has(fake))
    throw badTimersError('they are shared already', 'Dispose of that first.')
  sharedClocks.add(fake)
  const original = { ...fake }
  const overrides = overridesFor(fake, original, clock, () => release())
  const restoreAbortTimeout = fakeAbortTimeout(fake)

  function release(): void {
    if (!sharedClocks.delete(fake)) return
    clock.attachTimers(undefined)
    for (const word of Object.keys(overrides) as (keyof typeof overrides)[]) {
      Object.assign(fake, { [word]: original[word] })
    }
    restoreAbortTimeout()
    owner?.useRealTimers()
  }

  clock.attachTimers(externalTimersFor(fake, original, release))
  clock.start()
  Object.assign(fake, overrides)
  return { [Symbol.dispose]: release }
}

/** The clock behind the timers that stand in for the real ones. */
function installedClock(): FakeClock {
  const { setTimeout, Date } = globalThis as unknown as Record<string, { clock?: FakeClock }>
  const fake = setTimeout?.clock ?? Date?.clock
  if (fake) return fake
  throw badTimersError('no fake timers are installed', 'Call `vi.useFakeTimers()` first.')
}

/** When the next timer is due. They stand in a map, or in an object where fake timers are older. */
function nextTimerMs(fake: FakeClock): number | undefined {
  const { timers = {} } = fake as { timers?: Map<number, FakeTimer> | Record<number, FakeTimer> }
  let soonest: number | undefined
  for (const { callAt } of timers instanceof Map ? timers.values() : Object.values(timers)) {
    if (soonest === undefined || callAt < soonest) soonest = callAt
  }
  return soonest
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

/** The words of the fake timers that let time pass, so that it passes for the emulator as well. */
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
        'the emulator holds the time',
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

/** A number is milliseconds; a text is seconds, `mm:ss` or `hh:mm:ss`. */
function parseTickMs(time: number | string): number {
  if (typeof time === 'number' && time >= 0) return Math.floor(time)
  const parts = String(time).split(':').map(Number)
  const ms = 1_000 * parts.reduce((sum, part) => sum * 60 + part, 0)
  if (ms >= 0) return ms
  throw badTimersError(`"${time}" is no span of time`, 'Give milliseconds.', 'advance')
}

/** Lets signals that abort after a time do so by the fake timers; gives back what undoes it. */
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
    reason: `after ${timersMax} of them there are still some`,
    advice: 'Advance by a span of time where a timer sets itself again.',
  })
