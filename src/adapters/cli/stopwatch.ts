/** Measures how long a command takes in real time. */
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'
import { formatRunTime } from '../../conformance/capacity/capacity-text.ts'

export interface Stopwatch {
  /** The milliseconds since the start, or since the lap before. */
  lapMs(): number
  /** The milliseconds since the start. */
  totalMs(): number
}

/** Starts a stopwatch. `nowMs` returns the real time. Default: the monotonic clock of the host. */
export function startStopwatch(nowMs: () => number = monotonicNowMs): Stopwatch {
  const startedMs = nowMs()
  let lapStartedMs = startedMs
  return {
    lapMs() {
      const now = nowMs()
      const passed = Math.round(now - lapStartedMs)
      lapStartedMs = now
      return passed
    },
    totalMs: () => Math.round(nowMs() - startedMs),
  }
}

/** The last line of a result: `Took 3.2 s.` */
export const durationLine = (durationMs: number): string =>
  `Took ${durationMs < 60_000 ? `${(durationMs / 1_000).toFixed(1)} s` : formatRunTime(durationMs)}.\n`
