/**
 * Keeps what is still to come, in the order in which it will run.
 *
 * A due task is data: a moment, a kind and a payload; what a kind does is wiring that its owner
 * registers once. Only so can a fork, a file and a page carry what is still to come.
 */
import type { Cells } from './cells.ts'
import { EmulatorError } from './errors.ts'
import { treeCodec } from './codecs.ts'
import { compareKeys, type Key } from './keys.ts'
import { withChange, emptyTree, type Tree } from './tree.ts'

/** More tasks at one instant than this, and a task keeps rescheduling itself. */
export const tasksPerInstantMax = 100_000

export interface DueTask {
  readonly at: number
  readonly kind: string
  readonly payload: unknown
}

/** Names one scheduled task, to cancel it. */
export type TaskHandle = Key

/** Due moments that follow from the rows themselves and so need no task each. */
export interface DueSource {
  readonly kind: string
  next(): number | undefined
  run(at: number): void
}

export interface Agenda {
  /** Says what a kind of task does. It must not throw; it may schedule further tasks. */
  registerHandler(name: string, run: (payload: never) => void): void
  addSource(source: DueSource): void
  schedule(task: DueTask): TaskHandle
  cancel(handle: TaskHandle): void
  has(handle: TaskHandle): boolean
  /** The soonest due moment. */
  next(): number | undefined
  /** Runs everything due at one instant, also what that makes due, with nothing awaited between. */
  run(at: number): number
  /** Everything still to come, soonest first. */
  pending(): DueTask[]
}

export function createAgenda(cells: Cells): Agenda {
  const due = cells.cell<Tree<Key, DueTask>>('clock.tasks', emptyTree(compareKeys), dueTasksCodec)
  const scheduled = cells.cell('clock.scheduled', 0)
  const handlers = new Map<string, (payload: never) => void>()
  const sources: DueSource[] = []

  function next(): number | undefined {
    let soonest = due.value.minKey()?.[0] as number | undefined
    for (const source of sources) {
      const at = source.next()
      if (at !== undefined && (soonest === undefined || at < soonest)) soonest = at
    }
    return soonest
  }

  function cancel(handle: TaskHandle): void {
    due.value = withChange(due.value, (tree) => tree.delete(handle))
  }

  function runNextTask(): string {
    const key = due.value.minKey()
    const soonest = next() as number
    if (key === undefined || (key[0] as number) > soonest) return runSource(soonest)
    const task = due.value.get(key) as DueTask
    cancel(key)
    const run = handlers.get(task.kind)
    if (!run) throw new Error(`nobody runs tasks of kind "${task.kind}"`)
    run(task.payload as never)
    return task.kind
  }

  function runSource(at: number): string {
    const source = sources.find((each) => (each.next() ?? Infinity) <= at) as DueSource
    source.run(at)
    return source.kind
  }

  function pending(): DueTask[] {
    const derived = sources.flatMap(({ kind, next: soonest }) => {
      const at = soonest()
      return at === undefined ? [] : [{ at, kind, payload: undefined }]
    })
    return [...due.value.valuesArray(), ...derived].sort((a, b) => a.at - b.at)
  }

  return {
    registerHandler: (name, run) => void handlers.set(name, run),
    addSource: (source) => void sources.push(source),
    schedule(task) {
      scheduled.value += 1
      const handle = [task.at, scheduled.value]
      due.value = withChange(due.value, (tree) => tree.set(handle, task))
      return handle
    },
    cancel,
    has: (handle) => due.value.has(handle),
    next,
    run(at) {
      let ran = 0
      for (; (next() ?? Infinity) <= at; ran += 1) {
        const kind = runNextTask()
        if (ran === tasksPerInstantMax) throw runawayTaskError(kind, tasksPerInstantMax)
      }
      return ran
    },
    pending,
  }
}

const dueTasksCodec = treeCodec<Key, DueTask>(compareKeys)

export function runawayTaskError(kind: string, limit: number): EmulatorError {
  return new EmulatorError('runaway_task', {
    action: 'advance the clock',
    reason: `"${kind}" keeps rescheduling itself: ${limit} tasks at one instant`,
    advice: 'Give the task that schedules it a later moment.',
  })
}
