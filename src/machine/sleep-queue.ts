/** Wakes who sleeps on the emulator's clock: each sleep is a due task and a promise that waits for it. */
import type { Agenda, Task, Ticket } from './agenda.ts'
import type { Cells } from './cells.ts'
import { momentAfter } from './timestamps.ts'

export interface SleepersParts {
  readonly cells: Cells
  readonly agenda: Pick<Agenda, 'cancel' | 'has'>
  now(): number
  schedule(task: Task): Ticket
  /** Told when somebody wakes. */
  woke(): void
}

export interface Sleepers {
  /** Resolves when the clock has come so far, or earlier when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** What a due task of the kind `wake` does. */
  wake(number: number): void
  /** Whether anybody sleeps who will wake. */
  any(): boolean
  /** Rejects every sleep: the clock cannot go on. */
  fail(error: unknown): void
}

interface Sleeper {
  readonly ticket: Ticket
  wake(): void
  fail(error: unknown): void
}

export function createSleepers(parts: SleepersParts): Sleepers {
  const sleepers = new Map<number, Sleeper>()
  // Note: the count is state, so that no sleeper of a fork is taken for one of its parent.
  const sleeps = parts.cells.cell('clock.sleeps', 0)

  function wake(number: number): void {
    const sleeper = sleepers.get(number)
    if (!sleeper) return
    sleepers.delete(number)
    sleeper.wake()
    parts.woke()
  }

  return {
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        const at = momentAfter(parts.now(), durationMs, 'sleep')
        const number = (sleeps.value += 1)
        const ticket = parts.schedule({ at, kind: 'wake', payload: number })
        const cut = (): void => (parts.agenda.cancel(ticket), wake(number))
        const rise = (): void => (signal?.removeEventListener('abort', cut), resolve())
        sleepers.set(number, { ticket, wake: rise, fail: reject })
        if (signal?.aborted) cut()
        else signal?.addEventListener('abort', cut, { once: true })
      }),
    wake,
    any: () => [...sleepers.values()].some(({ ticket }) => parts.agenda.has(ticket)),
    fail(error) {
      for (const { fail } of sleepers.values()) fail(error)
      sleepers.clear()
    },
  }
}
