/** Takes the timers of somebody else along: they fire at their own moments as the clock comes to them. */
import { runaway } from './agenda.ts'

/** More timers of others at one instant than this, and a timer keeps setting itself. */
export const timersPerInstantMax = 10_000

/** Timers that somebody else keeps. */
export interface Follower {
  /** When the next timer is due. */
  next(): number | undefined
  /** Comes to the moment of the next timer and fires it. */
  fire(): void
  /** Comes to a moment before which no timer is due. */
  moveTo(ms: number): void
  /** Is set to another time; no timer comes nearer or goes farther off by that. */
  setTo(ms: number): void
  /** Ends it. */
  letGo(): void
}

export interface Following {
  /** Takes a follower along, or nobody any more. */
  lead(follower: Follower | undefined): void
  /** When the next timer is due. */
  next(): number | undefined
  /** Fires the timer that is due at this moment, if there is one. */
  fire(at: number): boolean
  /** The clock came to a moment. */
  moveTo(ms: number): void
  /** The clock was set to another time. */
  setTo(ms: number): void
  letGo(): void
}

export function createFollowing(): Following {
  let follower: Follower | undefined
  let fired = { at: NaN, count: 0 }
  return {
    lead: (given) => void (follower = given),
    next: () => follower?.next(),
    fire(at) {
      if (!follower || (follower.next() ?? Infinity) > at) return false
      fired = { at, count: fired.at === at ? fired.count + 1 : 1 }
      if (fired.count > timersPerInstantMax) throw runaway('timer', timersPerInstantMax)
      follower.fire()
      return true
    },
    moveTo(ms) {
      if (follower && (follower.next() ?? Infinity) > ms) follower.moveTo(ms)
    },
    setTo: (ms) => follower?.setTo(ms),
    letGo: () => follower?.letGo(),
  }
}
