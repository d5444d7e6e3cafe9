/** Reports the progress of a world that takes more than half a second to make. */
import { realNowMs } from '../../clock/real-time-wakeup.ts'

/** How much of a world is made. */
export interface WorldProgress {
  /** The number of rows that are made. A world of equal blocks makes the rows of one block. */
  readonly made: number
  /** The number of rows to make. */
  readonly total: number
}

const silentMs = 500
const intervalMs = 100

/** The rows between two looks at the time. */
const rowsPerLook = 32

/** Returns a function to call after each row. */
export function createProgressReporter(
  total: number,
  onProgress: (progress: WorldProgress) => void,
  nowMs: () => number = realNowMs,
): () => void {
  let made = 0
  let nextMs = nowMs() + silentMs
  let isShown = false
  return () => {
    made += 1
    const isLast = made === total
    if (!isLast && made % rowsPerLook !== 0) return
    const now = nowMs()
    if (now < nextMs && !(isLast && isShown)) return
    isShown = true
    nextMs = now + intervalMs
    onProgress({ made, total })
  }
}
