/** Moves the time from one due moment to the next and runs the tasks and timers that are due. */
import type { Agenda } from './agenda.ts'
import type { Cell } from '../store/cells.ts'
import type { ExternalTimerRunner } from './external-timers.ts'
import type { IdleTracker } from './idle-tracker.ts'
import type { RealTimeWakeup } from './real-time-wakeup.ts'

/** The result of an advance of the clock. */
export interface AdvanceResult {
  /** The new time, in milliseconds since 1970. */
  now: number
  /** The number of tasks that ran. */
  ran: number
}

interface DueWorkOptions {
  /** The time minus the elapsed time of a running clock. */
  readonly base: Cell<number>
  readonly wakeup: RealTimeWakeup
  now(): number
  readonly agenda: Agenda
  readonly externalTimers: ExternalTimerRunner
  readonly idleTracker: IdleTracker
  /** Returns whether code sleeps on the clock. */
  readonly hasSleepers: () => boolean
}

export type DueWork = ReturnType<typeof createDueWork>

export function createDueWork(options: DueWorkOptions) {
  const { base, wakeup, now, agenda, externalTimers, idleTracker, hasSleepers } = options
  let hasUntrackedWork = false

  function jumpTo(ms: number): void {
    if (ms > now()) base.value = ms - wakeup.elapsedMs()
    externalTimers.advanceTo(now())
  }

  /** Returns the earliest due moment of a task or an external timer. */
  function next(): number | undefined {
    const [task, timer] = [agenda.next(), externalTimers.next()]
    return task === undefined || (timer !== undefined && timer < task) ? timer : task
  }

  /** Moves to a due moment and fires one external timer, or runs all tasks due until `end`. */
  function runNext(at: number, end: number): number {
    jumpTo(at)
    if (!externalTimers.fire(at)) return agenda.run(Math.max(at, Math.min(now(), end)))
    hasUntrackedWork = true
    return 0
  }

  /** Waits until the started work is idle. */
  async function waitUntilIdle(): Promise<void> {
    if (hasUntrackedWork) await idleTracker.drain()
    hasUntrackedWork = false
    await idleTracker.whenIdle(hasSleepers)
  }

  /** Runs all due work until `endMs`, and waits until tracked work is idle in between. */
  async function runUntil(endMs: () => number | undefined): Promise<AdvanceResult> {
    let ran = 0
    hasUntrackedWork = true
    await waitUntilIdle()
    const end = endMs()
    for (let at = next(); at !== undefined && end !== undefined && at <= end; at = next()) {
      ran += runNext(at, end)
      await waitUntilIdle()
    }
    if (end !== undefined) jumpTo(end)
    return { now: now(), ran }
  }

  /** Runs all due work until `end` without waiting. */
  function runUntilSync(end: number): void {
    for (let at = next(); at !== undefined && at <= end; at = next()) runNext(at, end)
    jumpTo(end)
  }

  return {
    next,
    runNext,
    runUntil,
    runUntilSync,
    waitUntilIdle,
    /** Records that untracked code may run, such as the continuation of a sleep. */
    markUntrackedWork: () => void (hasUntrackedWork = true),
  }
}
