/** Runs external fake timers in step with the emulator's clock. */
import { type DueTask, runawayTaskError } from './agenda.ts'
import { stringifyDuration } from './duration.ts'

/** The maximum number of timers at one instant. More timers mean that a timer sets itself again. */
const timersPerInstantMax = 10_000

/** A pending timer of another library. */
export interface ExternalTimer {
  /** The due moment, in milliseconds since 1970. */
  readonly at: number
  /** The function that set the timer: `setTimeout` or `setInterval`. */
  readonly name: string
  /** The delay of the timer, or the period of an interval, in milliseconds. */
  readonly delayMs: number
}

/** The kind of a pending task that is an external timer. */
export const externalTimerKind = 'timer'

/** The timers of another library, such as fake timers of a test runner. */
export interface ExternalTimers {
  /** Returns the due moment of the next timer. */
  next(): number | undefined
  /** Returns all pending timers. */
  pending(): ExternalTimer[]
  /** Returns whether code waits for a timer. A time limit, such as `AbortSignal.timeout`, does not count. */
  hasAwaited(): boolean
  /** Advances to the next timer and fires it. */
  fire(): void
  /** Advances to a moment. No timer is due before it. */
  advanceTo(ms: number): void
  /** Sets the time. The remaining delay of each timer stays the same. */
  setTime(ms: number): void
  /** Detaches the timers from the clock. */
  release(): void
}

export type ExternalTimerRunner = ReturnType<typeof createExternalTimerRunner>

export function createExternalTimerRunner() {
  let timers: ExternalTimers | undefined
  let fired = { at: NaN, count: 0 }
  return {
    /** Attaches timers; `undefined` detaches them. */
    attach: (attached: ExternalTimers | undefined) => void (timers = attached),
    isAttached: () => timers !== undefined,
    /** Returns the due moment of the next timer. */
    next: () => timers?.next(),
    /** Returns the pending timers as due tasks. */
    pending: (): DueTask[] =>
      (timers?.pending() ?? []).map(({ at, ...payload }) => ({
        at,
        kind: externalTimerKind,
        payload,
      })),
    /** Returns whether code waits for a timer. */
    hasAwaited: () => timers?.hasAwaited() ?? false,
    /** Fires the timer that is due at a moment. Returns whether a timer fired. */
    fire(at: number): boolean {
      if (!timers || (timers.next() ?? Infinity) > at) return false
      fired = { at, count: fired.at === at ? fired.count + 1 : 1 }
      if (fired.count > timersPerInstantMax) throw runawayTimerError(timers.pending(), at)
      timers.fire()
      return true
    },
    /** Advances the timers to the clock's time. */
    advanceTo(ms: number): void {
      if (timers && (timers.next() ?? Infinity) > ms) timers.advanceTo(ms)
    },
    /** Sets the timers to the clock's time. */
    setTime: (ms: number) => timers?.setTime(ms),
    release: () => timers?.release(),
  }
}

/** The error for a timer that sets itself again without end. It names the next timer, which is due. */
function runawayTimerError(pending: readonly ExternalTimer[], at: number): Error {
  const { name, delayMs } = pending.find((each) => each.at <= at) as ExternalTimer
  return runawayTaskError(`${name} of ${stringifyDuration(delayMs)}`, timersPerInstantMax)
}
