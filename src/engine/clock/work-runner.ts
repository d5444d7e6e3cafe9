/** Runs work and advances the clock, task by task, until the work settles. */
import { type ClockMode, isRunning } from './clock-mode.ts'
import type { DueWork } from './due-work.ts'
import type { IdleTracker } from './idle-tracker.ts'
import type { PromiseQueue } from './promise-queue.ts'
import { lastTimestampMs } from './timestamps.ts'

/** The maximum number of jumps of one run. More jumps mean that an interval runs forever. */
export const runJumpsMax = 10_000

/**
 * Why a run gives up: the limit has passed, nothing is due, there were too many jumps, or its signal
 * aborted.
 */
export type GiveUpReason = 'limit' | 'nothing-due' | 'jumps' | 'aborted'

/** The options of one run. */
export interface WorkRunOptions {
  /** The longest time on the clock that the work may take, in milliseconds. */
  readonly limitMs: number
  /** The maximum number of jumps. Default: `runJumpsMax`. */
  readonly jumpsMax?: number
  /** Ends the run. */
  readonly signal?: AbortSignal
  /** Creates the error of a run that gives up. */
  giveUp(reason: GiveUpReason): Error
}

interface WorkRunnerOptions {
  readonly mode: ClockMode
  now(): number
  readonly dueWork: Pick<DueWork, 'markUntrackedWork' | 'waitUntilIdle' | 'next' | 'runNext'>
  readonly idleTracker: Pick<IdleTracker, 'track'>
  /** The queue of the clock. A run queues each jump separately, so that other work gets its turn. */
  readonly queue: PromiseQueue
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** Is called after each jump. */
  onJump(fromMs: number, toMs: number): void
  /** Is called at the end of a run. */
  scheduleWakeup(): void
}

interface ActiveRun {
  readonly endMs: number
  isDone(): boolean
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown }

type RunWork = <T>(start: () => Promise<T>, options: WorkRunOptions) => Promise<T>

export function createWorkRunner(runner: WorkRunnerOptions): RunWork {
  const { dueWork, now } = runner
  /** The runs that have not ended: a run may start another one. */
  const runs = new Set<ActiveRun>()

  /** Jumps to the next due task before `endMs`. Returns why it cannot, or undefined. */
  async function step(endMs: number, isDone: () => boolean): Promise<GiveUpReason | undefined> {
    dueWork.markUntrackedWork()
    await dueWork.waitUntilIdle()
    if (isDone() || runner.queue.hasWaiting()) return undefined
    // Note: the work that started another run continues when that run ends in its turn.
    if ([...runs].some((other) => other.isDone())) return undefined
    const fromMs = now()
    const at = dueWork.next()
    if (at === undefined) return 'nothing-due'
    if (at > endMs) return 'limit'
    // Note: another run gives up in its turn.
    if ([...runs].some((other) => at > other.endMs)) return undefined
    dueWork.runNext(at, at)
    runner.onJump(fromMs, now())
    return undefined
  }

  /** Jumps from one due task to the next until the work is done. Returns why it gives up, or undefined. */
  async function runVirtually(
    isDone: () => boolean,
    { limitMs, jumpsMax = runJumpsMax, signal }: WorkRunOptions,
  ): Promise<GiveUpReason | undefined> {
    const active = { endMs: Math.min(now() + limitMs, lastTimestampMs), isDone }
    const isOver = (): boolean => isDone() || isAborted(signal)
    runs.add(active)
    try {
      for (let jumps = 0; !isDone(); jumps += 1) {
        if (signal?.aborted) return 'aborted'
        if (jumps === jumpsMax) return 'jumps'
        const reason = await runner.queue.enqueueStep(() => step(active.endMs, isOver))
        // Note: the work may settle, or its signal abort, in the turn that found no due task.
        if (reason !== undefined && !isDone()) return isAborted(signal) ? 'aborted' : reason
      }
      return undefined
    } finally {
      runs.delete(active)
    }
  }

  /** Waits for the work in real time. */
  async function runInRealTime(
    settled: Promise<unknown>,
    { limitMs, signal }: WorkRunOptions,
  ): Promise<GiveUpReason | undefined> {
    const end = new AbortController()
    const abort = (): void => end.abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    const limit = runner.sleep(limitMs, end.signal)
    const gaveUp = limit.then(() => (isAborted(signal) ? ('aborted' as const) : ('limit' as const)))
    const reason = await Promise.race([settled.then(() => undefined), gaveUp])
    signal?.removeEventListener('abort', abort)
    abort()
    return reason
  }

  return async function run<T>(start: () => Promise<T>, options: WorkRunOptions): Promise<T> {
    let outcome: Outcome<T> | undefined
    const settled = runner.idleTracker.track(start).then(
      (value) => void (outcome = { value }),
      (error: unknown) => void (outcome = { error }),
    )
    const reason = isRunning(runner.mode)
      ? await runInRealTime(settled, options)
      : await runVirtually(() => outcome !== undefined, options)
    runner.scheduleWakeup()
    if (reason !== undefined) throw options.giveUp(reason)
    const { value, error } = outcome as { value: T; error?: unknown }
    if ('error' in (outcome as object)) throw error
    return value
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true
