/**
 * Tracks running work and waits until it is idle: requests, receivers and tracked promises.
 *
 * Work that waits on the emulator's clock never settles while the clock stands still. The tracker
 * therefore reports idle after a number of event-loop turns without activity. It waits in real time
 * only while the process has open timers, sockets or files, or computes with `crypto.subtle`, and at most
 * for `realWaitMsMax`.
 */
import { isNode } from '../errors/node-version.ts'
import { host } from './real-globals.ts'
import { monotonicNowMs } from './real-time-wakeup.ts'
import { isPromise } from '../errors/argument-checks.ts'

interface IdleLimits {
  /** The number of turns without activity after which work counts as waiting on the clock. */
  readonly idleTurnsMax: number
  /** The maximum real time to wait for work with timers, sockets or files, in milliseconds. */
  readonly realWaitMsMax: number
}

const idleLimits: IdleLimits = { idleTurnsMax: 24, realWaitMsMax: 2_000 }

export interface IdleTracker {
  /** Records activity, which restarts the count of idle turns. */
  markActivity(): void
  /** Tracks short work that settles without the clock, such as the response to a request. */
  trackShort<T>(work: () => Promise<T>): Promise<T>
  /** Starts work and tracks it until it settles. The caller handles a rejection. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** Tracks network work that has its own timeout. `whenIdle` waits until it settles. */
  trackExternal<T>(start: () => Promise<T>): Promise<T>
  /** Resolves when no tracked work is left, or when the remaining work waits on the clock. */
  whenIdle(waitsOnClock: () => boolean): Promise<void>
  /** Resolves after a number of turns without activity. Use it for untracked work. */
  drain(): Promise<void>
}

const { setTimeout: realTimeout, setImmediate: realImmediate } = host

/** Ends one turn later when awaited, as any settled promise, and needs no new promise for a turn. */
const microtask: Promise<void> = Promise.resolve()
/** Resolves in the next turn of the event loop, after the timers and signals that are due. */
export const macrotask = (): Promise<void> =>
  new Promise((resolve) => (realImmediate ? realImmediate(resolve) : realTimeout(resolve, 0)))
const pause = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1))

export function createIdleTracker(limits: IdleLimits = idleLimits): IdleTracker {
  const pending = new Set<Promise<unknown>>()
  const webCrypto = watchWebCrypto()
  let activityCount = 0
  let resourcesBefore = new Map<string, number>()
  let shortCount = 0
  let externalCount = 0
  let stuckAt = -1

  async function trackShort<T>(work: () => Promise<T>): Promise<T> {
    shortCount += 1
    try {
      return await work()
    } finally {
      shortCount -= 1
      activityCount += 1
    }
  }

  function track<T>(start: () => Promise<T>): Promise<T> {
    if (pending.size === 0) resourcesBefore = countActiveResources()
    activityCount += 1
    const work = start()
    const settled = (): void => {
      activityCount += 1
      pending.delete(work)
    }
    pending.add(work)
    work.then(settled, settled)
    return work
  }

  function trackExternal<T>(start: () => Promise<T>): Promise<T> {
    externalCount += 1
    return track(() => start().finally(() => void (externalCount -= 1)))
  }

  /** Waits for a microtask in the first half of the idle turns, then for a macrotask. */
  const idleTurn = (idle: number): Promise<void> =>
    idle < limits.idleTurnsMax / 2 ? microtask : macrotask()

  const activity = (): number => activityCount + webCrypto.ended

  async function whenIdle(waitsOnClock: () => boolean): Promise<void> {
    const isExpired = startRealWait()
    let seen = activity()
    for (let idle = 0; pending.size > 0 || shortCount > 0; idle += 1) {
      if (seen !== activity()) idle = 0
      seen = activity()
      const mayLeave = shortCount === 0 && externalCount === 0
      if (idle < limits.idleTurnsMax) await idleTurn(idle)
      else if (mayLeave && stuckAt === seen) return
      else if (webCrypto.running > 0 && !isExpired()) {
        idle -= 1
        await macrotask()
      } else if (mayLeave && waitsOnClock()) return
      else if (isExpired() && (externalCount === 0 || waitsOnClock())) return void (stuckAt = seen)
      else if (externalCount > 0 || hasMoreResources(countActiveResources(), resourcesBefore)) {
        idle = limits.idleTurnsMax
        await pause()
      } else if (idle < limits.idleTurnsMax * 2) await pause()
      else return void (stuckAt = seen)
    }
  }

  async function drain(): Promise<void> {
    const isExpired = startRealWait()
    let seen = activity()
    for (let idle = 0; idle < limits.idleTurnsMax && !isExpired(); idle += 1) {
      await idleTurn(idle)
      const hadMacrotask = idle > limits.idleTurnsMax / 2
      if (seen !== activity()) idle = 0
      else if (hadMacrotask && webCrypto.running > 0) idle -= 1
      else if (hadMacrotask && hasOnlyPassiveResources()) return
      seen = activity()
    }
  }

  /** Starts a real wait and returns a function that returns whether the maximum has passed. */
  function startRealWait(): () => boolean {
    const startedMs = monotonicNowMs()
    return () => monotonicNowMs() - startedMs > limits.realWaitMsMax
  }

  return {
    markActivity: () => void (activityCount += 1),
    trackShort,
    track,
    trackExternal,
    whenIdle,
    drain,
  }
}

const activeResourcePattern =
  /^(Timeout|TCP|TLS|FSReq|FSEvent|CloseReq|GetAddrInfo|GetNameInfo|HTTP|Zlib|Process|UDP)/

/** Timers wait for real time. A test runner keeps the other handles open. */
const passiveResourcePattern = /^(Timeout|TTYWrap|PipeWrap|MessagePort|SignalWrap)$/

/**
 * Whether Node lists no resource that can soon run code. Node does not list the work of its thread pool. Returns
 * false in other runtimes, whose lists are not complete.
 */
function hasOnlyPassiveResources(): boolean {
  const kinds = isNode ? (globalThis as Host).process?.getActiveResourcesInfo?.() : undefined
  return kinds?.every((kind) => passiveResourcePattern.test(kind)) ?? false
}

interface Host {
  process?: { getActiveResourcesInfo?(): string[] }
}

/** Counts the open timers, sockets and files of the process by kind. A browser reports none. */
function countActiveResources(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of (globalThis as Host).process?.getActiveResourcesInfo?.() ?? []) {
    if (activeResourcePattern.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

const hasMoreResources = (now: Map<string, number>, before: Map<string, number>): boolean =>
  [...now].some(([kind, count]) => count > (before.get(kind) ?? 0))

/**
 * The operations of `crypto.subtle` in this process. They run in a pool of threads, which no list of the resources
 * of a process shows. An integration often checks a signature in this way.
 */
interface WebCryptoJobs {
  /** The number of operations that have begun and not ended. */
  running: number
  /** The number of operations that have ended. */
  ended: number
}

// Note: test files with their own copy of this module share the methods of `crypto.subtle`, and so the count.
const jobsKey = Symbol.for('course-admin-emulator.webCryptoJobs')

/**
 * Returns the count of the operations. The first call wraps the methods of `crypto.subtle`; they return the same
 * promises as before. Returns a count that stays 0 in a host without `crypto.subtle`.
 */
export function watchWebCrypto(): Readonly<WebCryptoJobs> {
  const jobs: WebCryptoJobs = { running: 0, ended: 0 }
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) return jobs
  const methods = Object.getPrototypeOf(subtle) as object
  const known = Reflect.get(methods, jobsKey) as WebCryptoJobs | undefined
  if (known) return known
  Reflect.defineProperty(methods, jobsKey, { value: jobs })
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof property.value !== 'function' || name === 'constructor') continue
    Reflect.defineProperty(methods, name, { ...property, value: counted(property.value, jobs) })
  }
  return jobs
}

function counted(method: (...input: unknown[]) => unknown, jobs: WebCryptoJobs): unknown {
  const end = (): void => {
    jobs.running -= 1
    jobs.ended += 1
  }
  const counting = {
    [method.name](this: unknown, ...input: unknown[]): unknown {
      const result = Reflect.apply(method, this, input)
      if (!isPromise(result)) return result
      jobs.running += 1
      result.then(end, end)
      return result
    },
  }
  return counting[method.name]
}
