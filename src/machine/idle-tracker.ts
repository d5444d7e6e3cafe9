/**
 * Waits until work under way has come to rest: requests being answered, receivers, tracked promises.
 *
 * Work that waits on the emulator's own clock never comes to rest by waiting, so quiet is reached when
 * nothing has stirred for a while. "A while" is counted in turns of the event loop; real time is spent
 * only while the process itself shows signs of life (a timer, a socket, a file) and never beyond
 * `patienceMs`.
 */
import { stopwatchMs } from './real-time-wakeup.ts'

export interface QuietLimits {
  /** Turns without a stir after which work is taken to wait on the clock. */
  readonly idleTurnsMax: number
  /** Longest real wait for work that has timers or input and output of its own. */
  readonly patienceMs: number
}

export const quietLimits: QuietLimits = { idleTurnsMax: 24, patienceMs: 2_000 }

export interface Quiet {
  /** Something happened, so whoever waits for quiet waits on. */
  stir(): void
  /** Counts short work, such as answering a request, which settles by itself. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Starts work and counts it as under way until it settles; a rejection is the owner's to handle. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** As `track`, for work on a network that has a limit of its own: it is waited for that long. */
  outside<T>(start: () => Promise<T>): Promise<T>
  /** Resolves when no tracked work is left, or what is left waits on the clock. */
  reached(waitsOnClock: () => boolean): Promise<void>
  /** Resolves when nothing has stirred for a while: for work that nobody tracks. */
  rest(): Promise<void>
}

// Note: taken when the module loads, so that fake timers installed later do not stop the emulator.
const realTimeout = globalThis.setTimeout
const realImmediate = globalThis.setImmediate as typeof setImmediate | undefined

const microtask = (): Promise<void> => Promise.resolve()
const turn = (): Promise<void> =>
  new Promise((resolve) => (realImmediate ? realImmediate(resolve) : realTimeout(resolve, 0)))
const pause = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1))

export function createQuiet(limits: QuietLimits = quietLimits): Quiet {
  const underway = new Set<Promise<unknown>>()
  let stirs = 0
  let signsBefore = new Map<string, number>()
  let busy = 0
  let away = 0
  let stuckAt = -1

  async function during<T>(work: () => Promise<T>): Promise<T> {
    busy += 1
    try {
      return await work()
    } finally {
      busy -= 1
      stirs += 1
    }
  }

  function track<T>(start: () => Promise<T>): Promise<T> {
    if (underway.size === 0) signsBefore = signsOfLife()
    stirs += 1
    const work = start()
    const settled = (): void => {
      stirs += 1
      underway.delete(work)
    }
    underway.add(work)
    work.then(settled, settled)
    return work
  }

  function outside<T>(start: () => Promise<T>): Promise<T> {
    away += 1
    return track(() => start().finally(() => void (away -= 1)))
  }

  /** A turn of the event loop, or less while the wait is young. */
  const idleTurn = (idle: number): Promise<void> =>
    idle < limits.idleTurnsMax / 2 ? microtask() : turn()

  async function reached(waitsOnClock: () => boolean): Promise<void> {
    const isOver = patience()
    let seen = stirs
    for (let idle = 0; underway.size > 0 || busy > 0; idle += 1) {
      if (seen !== stirs) idle = 0
      seen = stirs
      const mayLeave = busy === 0 && away === 0
      if (idle < limits.idleTurnsMax) await idleTurn(idle)
      else if (mayLeave && (stuckAt === stirs || waitsOnClock())) return
      else if (isOver() && (away === 0 || waitsOnClock())) return void (stuckAt = stirs)
      else if (away > 0 || isLivelier(signsOfLife(), signsBefore)) {
        idle = limits.idleTurnsMax
        await pause()
      } else if (idle < limits.idleTurnsMax * 2) await pause()
      else return void (stuckAt = stirs)
    }
  }

  async function rest(): Promise<void> {
    const isOver = patience()
    let seen = stirs
    for (let idle = 0; idle < limits.idleTurnsMax && !isOver(); idle += 1) {
      await idleTurn(idle)
      if (seen !== stirs) idle = 0
      seen = stirs
    }
  }

  /** Says when patience has come to its end. */
  function patience(): () => boolean {
    const startedMs = stopwatchMs()
    return () => stopwatchMs() - startedMs > limits.patienceMs
  }

  return { stir: () => void (stirs += 1), during, track, outside, reached, rest }
}

const lively =
  /^(Timeout|TCP|TLS|FSReq|FSEvent|CloseReq|GetAddrInfo|GetNameInfo|HTTP|Zlib|Process|UDP)/

interface Host {
  process?: { getActiveResourcesInfo?(): string[] }
}

/** How many timers, sockets and files of each kind the process has open; none in a browser. */
function signsOfLife(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of (globalThis as Host).process?.getActiveResourcesInfo?.() ?? []) {
    if (lively.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

const isLivelier = (now: Map<string, number>, before: Map<string, number>): boolean =>
  [...now].some(([kind, count]) => count > (before.get(kind) ?? 0))
