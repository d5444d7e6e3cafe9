/** Runs the shards of an exploration in worker threads and merges their results. */
import { MessageChannel } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import type { Exploration, ExplorationJson } from '../../conformance/explore/exploration.ts'
import {
  assertNoSharedReplay,
  type ExplorationProgress,
} from '../../conformance/explore/explore-options.ts'
import { mergeParts } from '../../conformance/explore/shards/merge-explorations.ts'
import { partOf } from '../../conformance/explore/shards/shard.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { ExplorationTask } from './exploration-task.ts'
import type { EndedRun, WorkerMessage, WorkerResult, WorkerTask } from './explore-worker.ts'

/** The shortest limit for the real time in which a worker loads its modules, in milliseconds. */
const loadTimeoutMs = 60_000

interface PoolOptions {
  /** The number of workers. */
  readonly workers: number
  /** The longest real time of a run, in milliseconds. A worker whose run takes longer is ended. */
  readonly runTimeoutMs: number
  /** Called with the sum over all workers. */
  readonly progress?: (progress: ExplorationProgress) => void
  /** Called when a worker was ended, with one sentence. */
  readonly onEnded?: (text: string) => void
  readonly signal?: AbortSignal
}

/**
 * Explores with worker threads. Each worker loads the modules and runs a share of the histories. The result
 * equals that of an exploration in one thread.
 *
 * A run that ends its thread with `process.exit` has the verdict `failed`. A run without an end, such as an
 * endless loop, has the verdict `hung`.
 *
 * @throws EmulatorError if a module cannot be loaded, or for an invalid option
 */
export async function exploreWithWorkers(
  task: ExplorationTask,
  options: PoolOptions,
): Promise<Exploration> {
  const { workers, progress } = options
  assertNoSharedReplay(task.options)
  // Note: only this import loads the file, so that the bundle keeps it apart.
  const { workerUrl } = await import('./explore-worker.ts')
  const pool = new Tinypool({
    filename: workerUrl,
    minThreads: 0,
    maxThreads: workers,
    isolateWorkers: true,
  })
  const parts = new Map<number, ExplorationProgress>()
  try {
    const shards = Array.from({ length: workers }, (_, i) => {
      const own = partOf(task.options.shard, i + 1, workers)
      const shard = new WorkerShard(pool, task, own, {
        ...options,
        progress(part) {
          parts.set(i, part)
          progress?.(sumOf([...parts.values()]))
        },
      })
      return shard.explore()
    })
    return mergeParts(await Promise.all(shards), task.options.shard)
  } finally {
    await pool.destroy()
  }
}

const sumOf = (parts: readonly ExplorationProgress[]): ExplorationProgress => ({
  run: parts.reduce((sum, { run }) => sum + run, 0),
  runs: parts[0]?.runs ?? 0,
  failures: parts.reduce((sum, { failures }) => sum + failures, 0),
})

/** One shard, with the workers that run it one after the other. */
class WorkerShard {
  readonly #pool: Tinypool
  readonly #task: ExplorationTask
  readonly #shard: string
  readonly #options: PoolOptions
  readonly #ended: EndedRun[] = []
  #cancelAfter: number | undefined

  constructor(pool: Tinypool, task: ExplorationTask, shard: string, options: PoolOptions) {
    this.#pool = pool
    this.#task = task
    this.#shard = shard
    this.#options = options
  }

  /** Starts a worker, and a further one each time that a run ends it. */
  async explore(): Promise<ExplorationJson> {
    for (;;) {
      const result = await this.#work()
      if ('exploration' in result) return result.exploration
      if (!('run' in result)) throw restored(result)
      this.#ended.push(result)
      // Note: a worker that was blocked by its run did not receive the message.
      if (this.#options.signal?.aborted) this.#cancelAfter ??= result.run
    }
  }

  async #work(): Promise<WorkerResult | EndedRun> {
    const { signal, progress, runTimeoutMs } = this.#options
    const { port1, port2 } = new MessageChannel()
    const end = new AbortController()
    const task: WorkerTask = {
      ...this.#task,
      options: { ...this.#task.options, shard: this.#shard },
      ended: this.#ended,
      ...(this.#cancelAfter !== undefined && { cancelAfter: this.#cancelAfter }),
      port: port2,
    }
    const cancel = (): void => port1.postMessage('cancel')
    signal?.addEventListener('abort', cancel)
    if (signal?.aborted) cancel()
    let timer: NodeJS.Timeout | undefined
    const ended = new Promise<EndedRun>((resolve, reject) => {
      let current = { run: 0, history: '' }
      let exitCode: number | undefined
      let isDone = false
      const endRun = (reason: EndedRun['reason'], message: string): void => {
        if (current.run === 0) return reject(loadError(message))
        this.#options.onEnded?.(
          `Worker ${this.#shard} was ended in the history "${current.history}": ${message}.`,
        )
        resolve({ run: current.run, reason, message })
      }
      const watch = (what: string, timeoutMs: number): void => {
        clearTimeout(timer)
        const text = `${what} did not end within ${timeoutMs / 1_000} s`
        timer = setTimeout(() => endRun('hung', text), timeoutMs)
      }
      watch('the module', Math.max(loadTimeoutMs, runTimeoutMs))
      port1.on('message', (message: WorkerMessage) => {
        if (message.kind === 'done') isDone = true
        else if (message.kind === 'canceled') this.#cancelAfter = message.run
        else if (message.kind === 'exit') exitCode = message.code
        else if (message.kind === 'progress') progress?.(message.progress)
        else {
          current = message
          watch('the run', runTimeoutMs)
        }
      })
      // Note: the port of a worker closes when its thread ends, also after its result.
      port1.on('close', () => {
        if (!isDone) endRun('failed', exitText(exitCode))
      })
    })
    try {
      const work = this.#pool.run(task, { transferList: [port2], signal: end.signal })
      return (await Promise.race([work, ended])) as WorkerResult | EndedRun
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      end.abort()
      port1.removeAllListeners()
      port1.close()
    }
  }
}

const exitText = (code: number | undefined): string =>
  code === undefined
    ? 'the integration ended its thread'
    : `the integration called \`process.exit(${code})\``

const loadError = (reason: string): EmulatorError =>
  new EmulatorError('bad_app', {
    action: 'load the integration in a worker',
    reason,
    advice: 'Repair the module.',
  })

/** An error of the kit from a worker: `Could not <action>: <reason>.` */
function restored({ code, message }: { code: string; message: string }): EmulatorError {
  const [, action = 'explore', reason = message] =
    /^Could not (.+?): (.+?)\.?$/s.exec(message) ?? []
  return new EmulatorError(code, { action, reason })
}
