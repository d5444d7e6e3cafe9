/**
 * A fake clock for `mock.timers` of `node:test`.
 *
 * The mock timers of Node do not report when their next timer is due. They therefore fake only
 * `Date`, and this clock fakes the timers.
 */
import type { FakeClock, FakeTimer } from './fake-clock.ts'

/** The mock timers of `node:test`: `mock.timers`, or `t.mock.timers` in a test. */
export interface NodeMockTimers {
  /** Starts to fake the given APIs, from a time in milliseconds since 1970. */
  enable(options: { apis: 'Date'[]; now?: number | Date }): void
  /** Advances the time, by 1 ms by default. */
  tick(ms?: number): void
  /** Advances the time to the last pending timer. */
  runAll(): void
  /** Sets the time of `Date`. */
  setTime(ms: number): void
  /** Restores the real timers. */
  reset(): void
}

type Callback = (...args: unknown[]) => void

/** The longest delay of a timer in Node, in milliseconds. Node sets other delays to 1 ms. */
const delayMaxMs = 2_147_483_647

const delayFrom = (delay: unknown): number => {
  const ms = Number(delay)
  return ms >= 1 && ms <= delayMaxMs ? Math.trunc(ms) : 1
}

/** The id of the first timer. It is high, so that no real timer has the id of a timer of the clock. */
const idMin = 1e12
let nextId = idMin

/** A timer of the clock, with the methods of Node's `Timeout`. */
class MockTimeout implements FakeTimer {
  callAt = 0
  readonly delay: number
  readonly interval?: number
  readonly type: string
  readonly call: () => void
  readonly #id: number
  readonly #now: () => number
  readonly #pending: Map<number, MockTimeout>
  #isCleared = false
  #isRefed = true

  constructor(timer: MockTimeoutOptions) {
    this.#id = nextId
    nextId += 1
    this.delay = timer.delay
    this.type = timer.type
    if (timer.type === 'Interval') this.interval = timer.delay
    this.call = timer.call
    this.#now = timer.now
    this.#pending = timer.pending
    this.refresh()
  }

  ref(): this {
    this.#isRefed = true
    return this
  }
  unref(): this {
    this.#isRefed = false
    return this
  }
  hasRef(): boolean {
    return this.#isRefed
  }
  /** Starts the delay again, also after the timer has fired. A cleared timer stays cleared. */
  refresh(): this {
    if (this.#isCleared) return this
    this.callAt = this.#now() + this.delay
    // Note: timers of the same moment fire in the order of the map.
    this.#pending.delete(this.#id)
    this.#pending.set(this.#id, this)
    return this
  }
  close(): this {
    this.#isCleared = true
    this.#pending.delete(this.#id)
    return this
  }
  [Symbol.toPrimitive](): number {
    return this.#id
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

interface MockTimeoutOptions {
  readonly now: () => number
  /** The pending timers of the clock, by id. */
  readonly pending: Map<number, MockTimeout>
  /** The delay in milliseconds. */
  readonly delay: number
  /** `Timeout` or `Interval`. */
  readonly type: string
  call(): void
}

/** The pending timers of a clock and the functions that set and clear them. */
function createTimerList(now: () => number) {
  const timers = new Map<number, MockTimeout>()

  function add(callback: Callback, delay: unknown, args: unknown[], type: string): MockTimeout {
    const call = (): void => callback(...args)
    return new MockTimeout({ now, pending: timers, delay: delayFrom(delay), call, type })
  }

  /** Finds a timer that `setTimeout` or `setInterval` returned, or its id. */
  function find(timer: unknown): MockTimeout | undefined {
    if (timer instanceof MockTimeout) return timer
    const isId = typeof timer === 'number' || typeof timer === 'string'
    return isId ? timers.get(Number(timer)) : undefined
  }

  function earliest(): [id: number, timer: MockTimeout] | undefined {
    let first: [number, MockTimeout] | undefined
    for (const entry of timers) if (!first || entry[1].callAt < first[1].callAt) first = entry
    return first
  }

  return {
    timers,
    earliest,
    setTimeout: (callback: Callback, delay?: unknown, ...args: unknown[]) =>
      add(callback, delay, args, 'Timeout'),
    setInterval: (callback: Callback, delay?: unknown, ...args: unknown[]) =>
      add(callback, delay, args, 'Interval'),
    find,
  }
}

type TimerList = ReturnType<typeof createTimerList>
type SetTimerArguments = Parameters<TimerList['setTimeout']>

/** Enables the mock timers and returns a clock that controls them until `uninstall`. */
export function createNodeMockClock(mock: NodeMockTimers, startMs: number): FakeClock {
  mock.enable({ apis: ['Date'], now: startMs })
  const original = { tick: mock.tick, runAll: mock.runAll, reset: mock.reset }
  const setDate = mock.setTime.bind(mock)
  let now = startMs
  const list = createTimerList(() => now)

  const moveTo = (ms: number): void => setDate((now = ms))
  function fireNext(): void {
    const earliest = list.earliest()
    if (!earliest) return
    const [id, timer] = earliest
    moveTo(Math.max(now, timer.callAt))
    if (timer.interval === undefined) list.timers.delete(id)
    else timer.callAt += timer.interval
    timer.call()
  }
  const tick = (ms: number): number => {
    const endMs = now + ms
    for (let at = list.earliest(); at && at[1].callAt <= endMs; at = list.earliest()) fireNext()
    moveTo(endMs)
    return now
  }
  const clock = {
    timers: list.timers,
    get now() {
      return now
    },
    setTimeout: list.setTimeout,
    setInterval: list.setInterval,
    tick,
    tickAsync: async (ms: number) => tick(ms),
    next: () => (fireNext(), now),
    nextAsync: async () => (fireNext(), now),
    runAllAsync: async () => now,
    reset: () => list.timers.clear(),
    setSystemTime(ms: number | Date = now) {
      for (const timer of list.timers.values()) timer.callAt += Number(ms) - now
      moveTo(Number(ms))
    },
    uninstall() {
      restoreGlobals()
      Object.assign(mock, { ...original, setTime: setDate })
      mock.reset()
    },
  }
  const restoreGlobals = replaceTimers(clock, list)
  Object.assign(mock, {
    tick: (ms = 1) => void clock.tick(ms),
    runAll: () => void clock.tick(Math.max(0, lastMs(list) - now)),
    setTime: (ms: number) => clock.setSystemTime(ms),
    reset: () => clock.uninstall(),
  })
  return clock
}

const lastMs = ({ timers }: TimerList): number =>
  Math.max(0, ...[...timers.values()].map(({ callAt }) => callAt))

/** The built-in modules of Node that contain timer functions. */
interface NodeProcess {
  getBuiltinModule?(id: string): Record<string, unknown>
}

const promisifyKey = Symbol.for('nodejs.util.promisify.custom')

/** Replaces the timer functions of the process. Returns a function that restores them. */
function replaceTimers(clock: Pick<TimerList, 'setTimeout' | 'setInterval'>, list: TimerList) {
  const { process } = globalThis as { process?: NodeProcess }
  const wait = waitWith(clock)
  /** Clears a timer of the clock. The other timers are real ones, which code set before. */
  const clearWith =
    (clearReal: (timer: never) => void) =>
    (timer: unknown): void => {
      const own = list.find(timer)
      if (own) own.close()
      else clearReal(timer as never)
    }
  const functions: Record<string, unknown> = {
    // Note: Node calls the function under this key for `promisify(setTimeout)`.
    setTimeout: Object.assign((...args: SetTimerArguments) => clock.setTimeout(...args), {
      [promisifyKey]: wait,
    }),
    setInterval: (...args: SetTimerArguments) => clock.setInterval(...args),
    clearTimeout: clearWith(globalThis.clearTimeout),
    clearInterval: clearWith(globalThis.clearInterval),
  }
  const builtin = (id: string): Record<string, unknown> => process?.getBuiltinModule?.(id) ?? {}
  const replaced = [
    replace(globalThis as never, functions),
    replace(builtin('node:timers'), functions),
    replace(builtin('node:timers/promises'), { setTimeout: wait }),
  ]
  const { syncBuiltinESMExports } = builtin('node:module')
  const sync = (): void => (syncBuiltinESMExports as (() => void) | undefined)?.()
  sync()
  return () => {
    for (const restore of replaced) restore()
    sync()
  }
}

function replace(owner: Record<string, unknown>, functions: Record<string, unknown>): () => void {
  const names = Object.keys(functions).filter((name) => name in owner)
  const originals = names.map((name) => [name, owner[name]] as const)
  for (const name of names) owner[name] = functions[name]
  return () => {
    for (const [name, original] of originals) owner[name] = original
  }
}

/** The `setTimeout` of `node:timers/promises` on a timer list. */
const waitWith =
  (clock: Pick<TimerList, 'setTimeout'>) =>
  <T>(delay?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        timer.close()
        reject(abortError(signal?.reason))
      }
      const timer = clock.setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve(value as T)
      }, delay)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })

const abortError = (cause: unknown): Error =>
  Object.assign(new Error('The operation was aborted', { cause }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
