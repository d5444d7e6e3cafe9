/** Progress bars on a terminal. Without a terminal they print nothing. */
import type { CheckProgress } from '../../conformance/check/check-options.ts'
import type { ExplorationProgress } from '../../conformance/explore/explore-options.ts'
import type { WorldProgress } from '../../engine/kit/rows/world-progress.ts'
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'

/** The part of `process.stderr` that the bar uses. */
interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const width = 30
const clearLine = '\r\u001B[K'

/** Returns a function that draws the bar and removes it when the world is made. */
export function createProgressBar(terminal: Terminal): (progress: WorldProgress) => void {
  return ({ made, total }) => {
    if (!terminal.isTTY) return
    const percent = Math.floor((made / total) * 100)
    const line = `Making the world ${barOf(made / total)} ${percent}% (${made} of ${total} records)`
    terminal.write(made === total ? clearLine : clearLine + line)
  }
}

/** The progress bar of a command. */
export interface ProgressBar<P> {
  /** Draws the bar. */
  update(progress: P): void
  /** Removes the bar. */
  remove(): void
}

const redrawMs = 100

/** The bar of a report card. */
export const createCheckBar = (terminal: Terminal): ProgressBar<CheckProgress> => ({
  update({ done, total, id }) {
    if (!terminal.isTTY) return
    terminal.write(`${clearLine}${barOf(done / total)} ${done} of ${total} checks: ${id}`)
  },
  remove() {
    if (terminal.isTTY) terminal.write(clearLine)
  },
})

/** The bar of an exploration, drawn at most ten times per second. `nowMs` returns the real time. Default: the monotonic clock of the host. */
export function createExplorationBar(
  terminal: Terminal,
  nowMs: () => number = monotonicNowMs,
): ProgressBar<ExplorationProgress> {
  const startedMs = nowMs()
  let drawnMs = -Infinity
  return {
    update({ run, runs, failures }) {
      const now = nowMs()
      if (!terminal.isTTY || now - drawnMs < redrawMs) return
      drawnMs = now
      const perSecond = run / Math.max(0.001, (now - startedMs) / 1_000)
      const left = formatSeconds(Math.max(0, runs - run) / perSecond)
      const bar = barOf(Math.min(1, run / runs))
      terminal.write(
        `${clearLine}${bar} ${run} of at most ${runs} histories, ${perSecond.toFixed(0)}/s, ` +
          `${failures} failing, at most ${left} left`,
      )
    },
    remove() {
      if (terminal.isTTY) terminal.write(clearLine)
    },
  }
}

const barOf = (share: number): string => {
  const filled = Math.floor(share * width)
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}]`
}

const formatSeconds = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
