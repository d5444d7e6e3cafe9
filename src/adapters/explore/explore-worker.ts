/** The task of a worker thread: one shard of an exploration. Only the worker pool imports this file. */
import type { MessagePort } from 'node:worker_threads'
import type { ExplorationJson } from '../../conformance/explore/exploration.ts'
import type { ExplorationProgress } from '../../conformance/explore/explore-options.ts'
import { exploreWith } from '../../conformance/explore/explore.ts'
import { formatHistory } from '../../conformance/explore/history.ts'
import { RunEnd } from '../../conformance/explore/run/run-end.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { type ExplorationTask, loadTask } from './exploration-task.ts'

/** How a run ended its worker. */
export interface EndedRun {
  /** The number of the run in its shard, from 1. */
  readonly run: number
  readonly reason: 'hung' | 'failed'
  readonly message: string
}

export interface WorkerTask extends ExplorationTask {
  /** The runs that ended an earlier worker of this shard. They are not run again. */
  readonly ended: readonly EndedRun[]
  /** The number of the run at which an earlier worker was canceled. This worker is canceled at the same run. */
  readonly cancelAfter?: number
  readonly port: MessagePort
}

/** What a worker tells the pool. */
export type WorkerMessage =
  | { readonly kind: 'run'; readonly run: number; readonly history: string }
  | { readonly kind: 'progress'; readonly progress: ExplorationProgress }
  /** The worker takes no new history after this run. */
  | { readonly kind: 'canceled'; readonly run: number }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'done' }

/** The result of a worker. Errors of the kit keep their text. */
export type WorkerResult =
  { readonly exploration: ExplorationJson } | { readonly code: string; readonly message: string }

/** The address of this file, for the worker pool. */
export const workerUrl = import.meta.url

export default async function exploreShard(task: WorkerTask): Promise<WorkerResult> {
  const { port, options, ended } = task
  const send = (message: WorkerMessage): void => port.postMessage(message)
  let run = 0
  let { cancelAfter } = task
  const cancel = new AbortController()
  const cancelIfDue = (): void => {
    if (cancelAfter !== undefined && run >= cancelAfter) cancel.abort()
  }
  port.on('message', () => {
    // Note: the runs of the earlier workers are repeated first. The report shows them.
    cancelAfter ??= Math.max(run, ended.at(-1)?.run ?? 0)
    send({ kind: 'canceled', run: cancelAfter })
    cancelIfDue()
  })
  cancelIfDue()
  const exit = process.exit
  process.exit = (code) => {
    send({ kind: 'exit', code: Number(code ?? process.exitCode ?? 0) })
    return exit(code)
  }
  try {
    const { scenario, connect } = await loadTask(task)
    const exploration = await exploreWith(
      scenario,
      connect,
      {
        ...options,
        signal: cancel.signal,
        progress: (progress) => send({ kind: 'progress', progress }),
      },
      {
        monitor: {
          start(history) {
            run += 1
            cancelIfDue()
            const known = ended.find((each) => each.run === run)
            if (known) return new RunEnd(known.reason, known.message)
            send({ kind: 'run', run, history: formatHistory(history) })
            return undefined
          },
        },
      },
    )
    return { exploration: JSON.parse(JSON.stringify(exploration)) as ExplorationJson }
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    return { code: error.code, message: error.message }
  } finally {
    send({ kind: 'done' })
  }
}
