/** A progress bar on a terminal. Without a terminal it prints nothing. */
import type { CheckProgress } from '../../check/check-options.ts'
import type { WorldProgress } from '../../kit/rows/world-progress.ts'

/** The part of `process.stderr` that the bar uses. */
export interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const width = 30
const clearLine = '\r\u001B[K'

/** Returns a function that draws the bar and removes it when the world is made. */
export const createProgressBar =
  (terminal: Terminal): ((progress: WorldProgress) => void) =>
  ({ made, total }) => {
    const percent = Math.floor((made / total) * 100)
    const rest = `${percent}% (${made} of ${total} records)`
    drawBar(terminal, { done: made, total, text: (bar) => `Making the world ${bar} ${rest}` })
  }

/** Returns a function that draws the bar after each check and removes it after the last one. */
export const createCheckBar =
  (terminal: Terminal): ((progress: CheckProgress) => void) =>
  ({ done, total, id }) =>
    drawBar(terminal, { done, total, text: (bar) => `${bar} ${done} of ${total} checks: ${id}` })

interface DrawnBar {
  readonly done: number
  readonly total: number
  /** The line around the bar. */
  readonly text: (bar: string) => string
}

function drawBar(terminal: Terminal, { done, total, text }: DrawnBar): void {
  if (!terminal.isTTY) return
  const filled = Math.floor((done / total) * width)
  const bar = `[${'='.repeat(filled)}${' '.repeat(width - filled)}]`
  terminal.write(done === total ? clearLine : clearLine + text(bar))
}
