/** Shows how far a command is: a line that a terminal replaces, or a line at intervals without a terminal. */
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'
import type { Progress } from './command.ts'

/** The part of `process.stderr` that the line uses. */
interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface ProgressLine {
  /** Writes the line, unless it was written shortly before. Removes it when everything is done. */
  update(progress: Progress): void
  /** Removes the line from a terminal, before another text. */
  remove(): void
}

const barWidth = 30
const clearLine = '\r\u001B[K'
const terminalEveryMs = 100
const plainEveryMs = 10_000

/** Creates the line of a command. `nowMs` returns the real time. Default: the monotonic clock of the host. */
export function createProgressLine(
  stream: ProgressStream,
  nowMs: () => number = monotonicNowMs,
): ProgressLine {
  const isTerminal = stream.isTTY ?? false
  const everyMs = isTerminal ? terminalEveryMs : plainEveryMs
  const startedMs = nowMs()
  let writtenMs = isTerminal ? -Infinity : startedMs
  const remove = (): void => {
    if (isTerminal && writtenMs >= startedMs) stream.write(clearLine)
  }
  return {
    remove,
    update(progress) {
      const now = nowMs()
      if (progress.done >= progress.total) return remove()
      if (now - writtenMs < everyMs) return
      writtenMs = now
      const text = textOf(progress, now - startedMs)
      if (!isTerminal) return void stream.write(`${text}\n`)
      // Note: a line that is longer than the terminal is wide continues on the next one, which stays.
      const width = (stream.columns ?? 80) - 1
      const bar = `[${'='.repeat((progress.done / progress.total) * barWidth).padEnd(barWidth)}] `
      const line = bar.length + text.length <= width ? bar + text : text.slice(0, width)
      stream.write(clearLine + line)
    },
  }
}

function textOf({ done, total, text }: Progress, ms: number): string {
  const counted = `${done} of ${total} ${text}`
  if (done === 0 || ms < 1_000) return counted
  const seconds = Math.ceil(((total - done) * ms) / done / 1_000)
  const left = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${counted}; at most ${left} left`
}
