/** Shows how far an exploration is, on a terminal. */
import { SingleBar } from 'cli-progress'
import type { ExplorationProgress } from '../../explore/explore-options.ts'
import { monotonicNowMs } from '../../machine/time/real-time-wakeup.ts'

export interface ProgressDisplay {
  update(progress: ExplorationProgress): void
  stop(): void
}

const format = '{bar} {value}/{total} histories, {rate}/s, {failures} failing, {eta_formatted} left'

/** Shows nothing if the stream is not a terminal. */
export function progressBar(stream: NodeJS.WritableStream & { isTTY?: boolean }): ProgressDisplay {
  if (!stream.isTTY) return { update: () => {}, stop: () => {} }
  const startedMs = monotonicNowMs()
  const bar = new SingleBar({
    stream,
    format,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
  })
  let isStarted = false
  return {
    update({ run, runs, failures }) {
      const seconds = Math.max(0.001, (monotonicNowMs() - startedMs) / 1_000)
      const rate = Math.round(run / seconds)
      if (!isStarted) bar.start(runs, 0, { rate, failures })
      isStarted = true
      bar.update(Math.min(run, runs), { rate, failures })
    },
    stop: () => {
      if (isStarted) bar.stop()
    },
  }
}
