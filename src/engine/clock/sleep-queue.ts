/** Implements sleeping on the emulator's clock: each sleep is a due task with a promise. */
import type { Agenda, DueTask, TaskHandle } from './agenda.ts'
import type { Cells } from '../store/cells.ts'
import { EmulatorError } from '../errors/errors.ts'
import { checkedCodec, isCount } from '../errors/json-checks.ts'
import { addDuration } from './timestamps.ts'

/** The method that replaced the state. */
export type StateReplacement = 'reset' | 'restore'

const lostSleepCode = 'lost_sleep'

/** Returns whether an error ended a sleep because another state replaced the state of the clock. */
export const isLostSleep = (error: unknown): boolean =>
  error instanceof EmulatorError && error.code === lostSleepCode

const lostSleepError = (cause: StateReplacement): EmulatorError =>
  new EmulatorError(lostSleepCode, {
    action: 'continue a sleep on the clock',
    reason: `\`${cause}\` replaced the state, and the sleep is not part of the new state`,
    advice: `Wait for the sleep before you call \`${cause}\`.`,
  })

interface SleepQueueOptions {
  readonly cells: Cells
  readonly agenda: Pick<Agenda, 'cancel' | 'get'>
  now(): number
  schedule(task: DueTask): TaskHandle
  /** Is called after each wake. */
  onWake(): void
}

interface Sleeper {
  readonly promise: Promise<void>
  readonly handle: TaskHandle
  wake(): void
  reject(error: unknown): void
}

const sleepsCodec = checkedCodec<number>('sleeps', isCount)

export function createSleepQueue(options: SleepQueueOptions) {
  const sleepers = new Map<number, Sleeper>()
  // Note: the count is state, so that sleeps of a fork and of its parent have different numbers.
  const sleepCount = options.cells.cell('clock.sleeps', 0, sleepsCodec)

  /** Ends a sleep: the handler of the due tasks of kind `wake`. */
  function wake(number: number): void {
    const sleeper = sleepers.get(number)
    if (!sleeper) return
    sleepers.delete(number)
    sleeper.wake()
    options.onWake()
  }

  /** Resolves when the duration has passed on the clock, or when the signal aborts. */
  function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    const at = addDuration(options.now(), durationMs, 'sleep')
    const number = (sleepCount.value += 1)
    const handle = options.schedule({ at, kind: 'wake', payload: number })
    const abort = (): void => (options.agenda.cancel(handle), wake(number))
    const sleeper: { wake(): void; reject(error: unknown): void } = { wake() {}, reject() {} }
    const promise = new Promise<void>((resolve, reject) => {
      sleeper.wake = () => (signal?.removeEventListener('abort', abort), resolve())
      sleeper.reject = reject
    })
    sleepers.set(number, { ...sleeper, handle, promise })
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    return promise
  }

  /** Returns whether the task of a sleep is due later. Another task may have its handle after a restore. */
  function hasDueTask([number, { handle }]: readonly [number, Sleeper]): boolean {
    const task = options.agenda.get(handle)
    return task?.kind === 'wake' && task.payload === number
  }

  return {
    sleep,
    wake,
    /** Returns whether a sleep with a pending task exists. */
    hasSleepers: () => [...sleepers].some(hasDueTask),
    /** Rejects each sleep without a due task: another state replaced the state with its task. */
    rejectLost(cause: StateReplacement): void {
      for (const sleeper of sleepers) {
        if (hasDueTask(sleeper)) continue
        sleepers.delete(sleeper[0])
        // Note: code that does not await its sleep has no use for the error.
        sleeper[1].promise.catch(() => undefined)
        sleeper[1].reject(lostSleepError(cause))
        options.onWake()
      }
    },
    /** Rejects every sleep because the clock cannot advance. */
    rejectAll(error: unknown): void {
      for (const { reject } of sleepers.values()) reject(error)
      sleepers.clear()
    },
  }
}
