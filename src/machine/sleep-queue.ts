/** Wakes who sleeps on the emulator's clock: each sleep is a due task and a promise that waits for it. */
import type { Agenda, DueTask, TaskHandle } from './agenda.ts'
import type { Cells } from './cells.ts'
import { addDuration } from './timestamps.ts'

export interface SleepQueueOptions {
  readonly cells: Cells
  readonly agenda: Pick<Agenda, 'cancel' | 'has'>
  now(): number
  schedule(task: DueTask): TaskHandle
  /** Told when somebody wakes. */
  onWake(): void
}

export interface SleepQueue {
  /** Resolves when the clock has come so far, or earlier when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** What a due task of the kind `wake` does. */
  wake(number: number): void
  /** Whether anybody sleeps who will wake. */
  hasSleepers(): boolean
  /** Rejects every sleep: the clock cannot go on. */
  rejectAll(error: unknown): void
}

interface Sleeper {
  readonly handle: TaskHandle
  wake(): void
  reject(error: unknown): void
}

export function createSleepQueue(options: SleepQueueOptions): SleepQueue {
  const sleepers = new Map<number, Sleeper>()
  // Note: the count is state, so that no sleeper of a fork is taken for one of its parent.
  const sleepCount = options.cells.cell('clock.sleeps', 0)

  function wake(number: number): void {
    const sleeper = sleepers.get(number)
    if (!sleeper) return
    sleepers.delete(number)
    sleeper.wake()
    options.onWake()
  }

  return {
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        const at = addDuration(options.now(), durationMs, 'sleep')
        const number = (sleepCount.value += 1)
        const handle = options.schedule({ at, kind: 'wake', payload: number })
        const abort = (): void => (options.agenda.cancel(handle), wake(number))
        const finish = (): void => (signal?.removeEventListener('abort', abort), resolve())
        sleepers.set(number, { handle, wake: finish, reject: reject })
        if (signal?.aborted) abort()
        else signal?.addEventListener('abort', abort, { once: true })
      }),
    wake,
    hasSleepers: () => [...sleepers.values()].some(({ handle }) => options.agenda.has(handle)),
    rejectAll(error) {
      for (const { reject } of sleepers.values()) reject(error)
      sleepers.clear()
    },
  }
}
