/**
 * Owns time. Nothing else in the emulator may ask what time it is or wait.
 *
 * A due task is data: a moment, a kind and a payload; what a kind does is wiring that its owner
 * registers once. Only so can a fork, a file and a page carry what is still to come.
 */
import type { Cells } from './cells.ts'
import { EmulatorError } from './errors.ts'
import { type Form, treeForm } from './forms.ts'
import { compareKeys, type Key } from './keys.ts'
import type { Quiet } from './quiet.ts'
import { changed, emptyTree, type Tree } from './tree.ts'
import { createWakeup, type Wakeup } from './wakeup.ts'

/** More tasks at one instant than this, and a task keeps rescheduling itself. */
export const tasksPerInstantMax = 100_000

/** `virtual` stands still until it is advanced; `system` runs; `{ scale: 60 }` runs 60 times as fast. */
export type ClockMode = 'virtual' | 'system' | { readonly scale: number }

export interface Task {
  readonly at: number
  readonly kind: string
  readonly payload: unknown
}

/** Names one scheduled task, to cancel it. */
export type Ticket = Key

/** Due moments that follow from the rows themselves and so need no task each. */
export interface DueSource {
  readonly kind: string
  next(): number | undefined
  run(at: number): void
}

export interface Advanced {
  now: number
  ran: number
}

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Says what a kind of task does. It must not throw; it may schedule further tasks. */
  kind(name: string, run: (payload: never) => void): void
  source(source: DueSource): void
  schedule(task: Task): Ticket
  cancel(ticket: Ticket): void
  /** Resolves when the clock has come so far, or earlier when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** Everything still to come, soonest first. */
  pending(): Task[]
  /** Runs each task at its own moment, and waits for quiet before, between and after. */
  advance(durationMs: number): Promise<Advanced>
  advanceTo(endMs: number): Promise<Advanced>
  /** Runs the tasks of the next due moment. */
  advanceToNext(): Promise<Advanced>
  /** In a running clock: wakes when the next task is due. A virtual clock needs no waking. */
  arm(): void
  stop(): void
}

export interface ClockParts {
  readonly cells: Cells
  readonly quiet: Quiet
  readonly mode: ClockMode
  readonly startMs: number
  /** Told of each move that somebody asked for. */
  readonly moved?: (fromMs: number, toMs: number) => void
}

export function createClock({ cells, quiet, mode, startMs, moved }: ClockParts): Clock {
  const wakeup: Wakeup = createWakeup(mode)
  const base = cells.cell('clock.base', startMs - wakeup.elapsedMs(), momentForm(wakeup))
  const due = cells.cell<Tree<Key, Task>>('clock.due', emptyTree(compareKeys), dueForm)
  const scheduled = cells.cell('clock.scheduled', 0)
  const kinds = new Map<string, (payload: never) => void>()
  const sources: DueSource[] = []
  const sleepers = new Map<number, { wake: () => void; ticket: Ticket }>()
  let sleeps = 0
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  const now = (): number => base.value + wakeup.elapsedMs()

  function jumpTo(ms: number): void {
    if (ms > now()) base.value = ms - wakeup.elapsedMs()
  }

  function next(): number | undefined {
    let soonest = due.value.minKey()?.[0] as number | undefined
    for (const source of sources) {
      const at = source.next()
      if (at !== undefined && (soonest === undefined || at < soonest)) soonest = at
    }
    return soonest
  }

  function runOne(): string {
    const key = due.value.minKey()
    const soonest = next() as number
    if (key === undefined || (key[0] as number) > soonest) return runSource(soonest)
    const task = due.value.get(key) as Task
    cancel(key)
    const run = kinds.get(task.kind)
    if (!run) throw new Error(`nobody runs tasks of kind "${task.kind}"`)
    run(task.payload as never)
    return task.kind
  }

  function runSource(at: number): string {
    const source = sources.find((each) => (each.next() ?? Infinity) <= at) as DueSource
    source.run(at)
    return source.kind
  }

  /** Runs everything due at one instant, also what that makes due, with nothing awaited between. */
  function runInstant(at: number): number {
    let ran = 0
    for (; (next() ?? Infinity) <= at; ran += 1) {
      const kind = runOne()
      if (ran === tasksPerInstantMax) throw runaway(kind)
    }
    return ran
  }

  async function runUntil(endMs: () => number | undefined): Promise<Advanced> {
    let ran = 0
    const waits = (): boolean => [...sleepers.values()].some(({ ticket }) => due.value.has(ticket))
    await quiet.reached(waits)
    const end = endMs()
    for (let at = next(); at !== undefined && end !== undefined && at <= end; at = next()) {
      jumpTo(at)
      ran += runInstant(Math.max(at, Math.min(now(), end)))
      await quiet.reached(waits)
    }
    if (end !== undefined) jumpTo(end)
    return { now: now(), ran }
  }

  /** One advance after the other: two at once would run each other's tasks. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function advance(endMs: () => number | undefined): Promise<Advanced> {
    let fromMs = 0
    const advanced = await inTurn(() => {
      fromMs = now()
      return runUntil(endMs)
    })
    if (advanced.now !== fromMs) moved?.(fromMs, advanced.now)
    arm()
    return advanced
  }

  function arm(): void {
    if (mode === 'virtual' || stopped) return
    const at = next()
    if (at === undefined) return wakeup.cancel()
    wakeup.after(Math.max(0, at - now()), () => void inTurn(() => runUntil(now)).then(arm, arm))
  }

  function cancel(ticket: Ticket): void {
    due.value = changed(due.value, (tree) => tree.delete(ticket))
  }

  function schedule(task: Task): Ticket {
    scheduled.value += 1
    const ticket = [task.at, scheduled.value]
    due.value = changed(due.value, (tree) => tree.set(ticket, task))
    arm()
    return ticket
  }

  function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = (sleeps += 1)
      const ticket = schedule({ at: now() + durationMs, kind: 'wake', payload: sleeper })
      const cut = (): void => (cancel(ticket), wake(sleeper))
      const rise = (): void => (signal?.removeEventListener('abort', cut), resolve())
      sleepers.set(sleeper, { wake: rise, ticket })
      if (signal?.aborted) cut()
      else signal?.addEventListener('abort', cut, { once: true })
    })
  }

  function wake(number: number): void {
    const sleeper = sleepers.get(number)
    // Note: a fork inherits tasks that were to wake sleepers of its parent, under the same numbers.
    if (!sleeper || due.value.has(sleeper.ticket)) return
    sleepers.delete(number)
    sleeper.wake()
    quiet.stir()
  }

  function pending(): Task[] {
    const derived = sources.flatMap(({ kind, next: soonest }) => {
      const at = soonest()
      return at === undefined ? [] : [{ at, kind, payload: undefined }]
    })
    return [...due.value.valuesArray(), ...derived].sort((a, b) => a.at - b.at)
  }

  kinds.set('wake', wake as (payload: never) => void)

  return {
    mode,
    now,
    kind: (name, run) => void kinds.set(name, run),
    source: (source) => void sources.push(source),
    schedule,
    cancel,
    sleep,
    pending,
    advance: (durationMs) => advance(() => now() + durationMs),
    advanceTo: (endMs) => advance(() => Math.max(endMs, now())),
    advanceToNext: () => advance(next),
    arm() {
      stopped = false
      arm()
    },
    stop() {
      stopped = true
      wakeup.cancel()
    },
  }
}

const dueForm = treeForm<Key, Task>(compareKeys)

/** A file holds the moment, so that time which passes while it lies there does not count. */
const momentForm = ({ elapsedMs }: Wakeup): Form<number> => ({
  write: (baseMs) => baseMs + elapsedMs(),
  read: (json) => (json as number) - elapsedMs(),
})

function runaway(kind: string): EmulatorError {
  return new EmulatorError('runaway_task', {
    could: 'advance the clock',
    because: `"${kind}" keeps rescheduling itself: ${tasksPerInstantMax} tasks at one instant`,
    advice: 'Give the task that schedules it a later moment.',
  })
}
