/** A progress bar on a terminal. Without a terminal it prints nothing. */
import type { WorldProgress } from '../../kit/rows/world-progress.ts'

/** The part of `process.stderr` that the bar uses. */
export interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const width = 30
const clearLine = '\r\u001B[K'

/** Returns a function that draws the bar and removes it when the world is made. */
export function createProgressBar(terminal: Terminal): (progress: WorldProgress) => void {
  return ({ made, total }) => {
    if (!terminal.isTTY) return
    const filled = Math.floor((made / total) * width)
    const bar = '='.repeat(filled) + ' '.repeat(width - filled)
    const percent = Math.floor((made / total) * 100)
    const line = `Making the world [${bar}] ${percent}% (${made} of ${total} records)`
    terminal.write(made === total ? clearLine : clearLine + line)
  }
}
