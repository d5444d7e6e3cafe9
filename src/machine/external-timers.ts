/** Takes the timers of somebody else along: they fire at their own moments as the clock comes to them. */
import { runawayTaskError } from './agenda.ts'

/** More timers of others at one instant than this, and a timer keeps setting itself. */
export const timersPerInstantMax = 10_000

/** Timers that somebody else keeps. */
export interface ExternalTimers {
  /** When the next timer is due. */
  next(): number | undefined
  /** Comes to the moment of the next timer and fires it. */
  fire(): void
  /** Comes to a moment before which no timer is due. */
  advanceTo(ms: number): void
  /** Is set to another time; no timer comes nearer or goes farther off by that. */
  setTime(ms: number): void
  /** Ends it. */
  release(): void
}

export interface ExternalTimerRunner {
  /** Takes a follower along, or nobody any more. */
  attach(timers: ExternalTimers | undefined): void
  /** When the next timer is due. */
  next(): number | undefined
  /** Fires the timer that is due at this moment, if there is one. */
  fire(at: number): boolean
  /** The clock came to a moment. */
  advanceTo(ms: number): void
  /** The clock was set to another time. */
  setTime(ms: number): void
  release(): void
}

export function createExternalTimerRunner(): ExternalTimerRunner {
  let timers: ExternalTimers | undefined
  let fired = { at: NaN, count: 0 }
  return {
    attach: (given) => void (timers = given),
    next: () => timers?.next(),
    fire(at) {
      if (!timers || (timers.next() ?? Infinity) > at) return false
      fired = { at, count: fired.at === at ? fired.count + 1 : 1 }
      if (fired.count > timersPerInstantMax) throw runawayTaskError('timer', timersPerInstantMax)
      timers.fire()
      return true
    },
    advanceTo(ms) {
      if (timers && (timers.next() ?? Infinity) > ms) timers.advanceTo(ms)
    },
    setTime: (ms) => timers?.setTime(ms),
    release: () => timers?.release(),
  }
}
