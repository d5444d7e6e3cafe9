/**
 * Waits until work under way has come to rest: requests being answered, receivers, tracked promises.
 *
 * Work that waits on the emulator's own clock never comes to rest by waiting, so quiet is reached when
 * nothing has stirred for a while. "A while" is counted in turns of the event loop; real time is spent
 * only while the process itself shows signs of life (a timer, a socket, a file) and never beyond
 * `patienceMs`.
 */
import { monotonicNowMs } from './real-time-wakeup.ts'

export interface IdleLimits {
  /** Turns without a stir after which work is taken to wait on the clock. */
  readonly idleTurnsMax: number
  /** Longest real wait for work that has timers or input and output of its own. */
  readonly realWaitMsMax: number
}

export const idleLimits: IdleLimits = { idleTurnsMax: 24, realWaitMsMax: 2_000 }

export interface IdleTracker {
  /** Something happened, so whoever waits for quiet waits on. */
  markActivity(): void
  /** Counts short work, such as answering a request, which settles by itself. */
  trackShort<T>(work: () => Promise<T>): Promise<T>
  /** Starts work and counts it as under way until it settles; a rejection is the owner's to handle. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** As `track`, for work on a network that has a limit of its own: it is waited for that long. */
  trackExternal<T>(start: () => Promise<T>): Promise<T>
  /** Resolves when no tracked work is left, or what is left waits on the clock. */
  whenIdle(waitsOnClock: () => boolean): Promise<void>
  /** Resolves when nothing has stirred for a while: for work that nobody tracks. */
  drain(): Promise<void>
}

// Note: taken when the module loads, so that fake timers installed later do not stop the emulator.
const realTimeout = globalThis.setTimeout
const realImmediate = globalThis.setImmediate as typeof setImmediate | undefined

const microtask = (): Promise<void> => Promise.resolve()
const macrotask = (): Promise<void> =>
  new Promise((resolve) => (realImmediate ? realImmediate(resolve) : realTimeout(resolve, 0)))
const pause = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1))

export function createIdleTracker(limits: IdleLimits = idleLimits): IdleTracker {
  const pending = new Set<Promise<unknown>>()
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

  /** A turn of the event loop, or less while the wait is young. */
  const idleTurn = (idle: number): Promise<void> =>
    idle < limits.idleTurnsMax / 2 ? microtask() : macrotask()

  async function whenIdle(waitsOnClock: () => boolean): Promise<void> {
    const isExpired = startRealWait()
    let seen = activityCount
    for (let idle = 0; pending.size > 0 || shortCount > 0; idle += 1) {
      if (seen !== activityCount) idle = 0
      seen = activityCount
      const mayLeave = shortCount === 0 && externalCount === 0
      if (idle < limits.idleTurnsMax) await idleTurn(idle)
      else if (mayLeave && (stuckAt === activityCount || waitsOnClock())) return
      else if (isExpired() && (externalCount === 0 || waitsOnClock()))
        return void (stuckAt = activityCount)
      else if (externalCount > 0 || hasMoreResources(countActiveResources(), resourcesBefore)) {
        idle = limits.idleTurnsMax
        await pause()
      } else if (idle < limits.idleTurnsMax * 2) await pause()
      else return void (stuckAt = activityCount)
    }
  }

  async function drain(): Promise<void> {
    const isExpired = startRealWait()
    let seen = activityCount
    for (let idle = 0; idle < limits.idleTurnsMax && !isExpired(); idle += 1) {
      await idleTurn(idle)
      if (seen !== activityCount) idle = 0
      seen = activityCount
    }
  }

  /** Says when patience has come to its end. */
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

interface Host {
  process?: { getActiveResourcesInfo?(): string[] }
}

/** How many timers, sockets and files of each kind the process has open; none in a browser. */
function countActiveResources(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of (globalThis as Host).process?.getActiveResourcesInfo?.() ?? []) {
    if (activeResourcePattern.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

const hasMoreResources = (now: Map<string, number>, before: Map<string, number>): boolean =>
  [...now].some(([kind, count]) => count > (before.get(kind) ?? 0))
