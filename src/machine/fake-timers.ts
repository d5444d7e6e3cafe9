/**
 * Ties the fake timers of a test runner to a clock: whoever lets time pass, it passes in both.
 *
 * The clock leads. It takes the timers along as due moments of its own, and the words of the fake
 * timers that let time pass advance the clock in their turn.
 */
import type { Clock } from './clock.ts'
import { isRunning } from './clock-mode.ts'
import { EmulatorError } from './errors.ts'
import type { Follower } from './external-timers.ts'

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
const faked = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
type FakedName = (typeof faked)[number]

/** How many timers are run at the most where all are to be run. */
const timersMax = 10_000

const shared = new WeakSet<FakeClock>()

/** @throws EmulatorError where the clock runs by itself, or the timers are shared already */
export function shareTimers(clock: Clock, timers: FakeTimers): Disposable {
  if (isRunning(clock.mode)) {
    throw refusal('the clock runs by itself', 'Make the emulator with `clock: "virtual"`.')
  }
  const owner = 'useFakeTimers' in timers && !timers.isFakeTimers() ? timers : undefined
  owner?.useFakeTimers({ now: clock.now(), toFake: [...faked] })
  const fake = 'useFakeTimers' in timers ? installedClock() : timers
  if (shared.has(fake)) throw refusal('they are shared already', 'Dispose of that first.')
  shared.add(fake)
  const own = { ...fake }
  const words = wordsFor(fake, own, clock, () => letGo())
  const giveBackSignals = lendSignals(fake)

  function letGo(): void {
    if (!shared.delete(fake)) return
    clock.lead(undefined)
    for (const word of Object.keys(words) as (keyof typeof words)[]) {
      Object.assign(fake, { [word]: own[word] })
    }
    giveBackSignals()
    owner?.useRealTimers()
  }

  clock.lead(followerFor(fake, own, letGo))
  clock.arm()
  Object.assign(fake, words)
  return { [Symbol.dispose]: letGo }
}

/** The clock behind the timers that stand in for the real ones. */
function installedClock(): FakeClock {
  const { setTimeout, Date } = globalThis as unknown as Record<string, { clock?: FakeClock }>
  const fake = setTimeout?.clock ?? Date?.clock
  if (fake) return fake
  throw refusal('no fake timers are installed', 'Call `vi.useFakeTimers()` first.')
}

/** When the next timer is due. They stand in a map, or in an object where fake timers are older. */
function nextOf(fake: FakeClock): number | undefined {
  const { timers = {} } = fake as { timers?: Map<number, Timer> | Record<number, Timer> }
  let soonest: number | undefined
  for (const { callAt } of timers instanceof Map ? timers.values() : Object.values(timers)) {
    if (soonest === undefined || callAt < soonest) soonest = callAt
  }
  return soonest
}

interface Timer {
  readonly callAt: number
}

const followerFor = (fake: FakeClock, own: FakeClock, letGo: () => void): Follower => ({
  next: () => nextOf(fake),
  fire: () => void own.next(),
  moveTo: (ms) => void own.tick(ms - fake.now),
  setTo: (ms) => void own.setSystemTime(ms),
  letGo,
})

/** The words of the fake timers that let time pass, so that it passes for the emulator as well. */
function wordsFor(fake: FakeClock, own: FakeClock, clock: Clock, letGo: () => void) {
  const untilNext = (): number => Math.max(0, (nextOf(fake) ?? fake.now) - fake.now)
  async function nextAsync(): Promise<number> {
    await clock.advance(untilNext())
    return fake.now
  }
  return {
    tick: (time: number | string) => (clock.leap(millisecondsOf(time)), fake.now),
    async tickAsync(time: number | string) {
      await clock.advance(millisecondsOf(time))
      return fake.now
    },
    next: () => (clock.leap(untilNext()), fake.now),
    nextAsync,
    async runAllAsync() {
      for (let i = 0; nextOf(fake) !== undefined; i += 1) {
        if (i === timersMax) throw endless()
        await nextAsync()
      }
      return fake.now
    },
    reset() {
      own.reset()
      own.setSystemTime(clock.now())
    },
    setSystemTime() {
      throw refusal('the emulator holds the time', 'Use `advanceTo`, or the option `start`.', 'set')
    },
    uninstall() {
      letGo()
      return own.uninstall?.()
    },
  }
}

/** A number is milliseconds; a text is seconds, `mm:ss` or `hh:mm:ss`. */
function millisecondsOf(time: number | string): number {
  if (typeof time === 'number' && time >= 0) return Math.floor(time)
  const parts = String(time).split(':').map(Number)
  const ms = 1_000 * parts.reduce((sum, part) => sum * 60 + part, 0)
  if (ms >= 0) return ms
  throw refusal(`"${time}" is no span of time`, 'Give milliseconds.', 'advance')
}

/** Lets signals that abort after a time do so by the fake timers; gives back what undoes it. */
function lendSignals(fake: FakeClock): () => void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    fake.setTimeout(() => controller.abort(reason), ms)
    return controller.signal
  }
  return () => void (AbortSignal.timeout = timeout)
}

const refusal = (because: string, advice: string, verb = 'share'): EmulatorError =>
  new EmulatorError('bad_timers', { could: `${verb} the time of fake timers`, because, advice })

const endless = (): EmulatorError =>
  new EmulatorError('runaway_task', {
    could: 'run all timers',
    because: `after ${timersMax} of them there are still some`,
    advice: 'Advance by a span of time where a timer sets itself again.',
  })
