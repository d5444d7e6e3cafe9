/**
 * Stores due tasks in the order in which they run.
 *
 * A due task is data: a moment, a kind and a payload. The owner of a kind registers its handler once.
 * Forks, saved worlds and the inspector can therefore copy the pending tasks.
 */
import type { Cells } from '../store/cells.ts'
import { EmulatorError } from '../errors/errors.ts'
import { type Codec, damagedWorldError, treeCodec } from '../store/codecs.ts'
import {
  checkedCodec,
  isCount,
  isMoment,
  isObjectOf,
  isText,
  isTupleOf,
} from '../errors/json-checks.ts'
import { compareKeys, type Key } from '../store/keys.ts'
import { changeTree, emptyTree, type Tree } from '../store/tree.ts'

/** The maximum number of tasks at one instant. More tasks mean that a task reschedules itself. */
const tasksPerInstantMax = 100_000

export interface DueTask {
  /** The due moment, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly payload: unknown
}

/** Runs the tasks of one kind. */
interface TaskHandler {
  /** Must not throw; may schedule tasks. */
  readonly run: (payload: never) => void
  /** Returns whether a payload of a saved world is valid. */
  readonly isPayload: (payload: unknown) => boolean
}

/** Identifies a scheduled task. */
export type TaskHandle = Key

/** Derives due moments from rows, so that rows need no scheduled tasks. */
export interface DueSource {
  readonly kind: string
  next(): number | undefined
  run(at: number): void
}

export interface Agenda {
  /** Registers the handler of a kind of task. */
  registerHandler(name: string, run: TaskHandler['run'], isPayload?: TaskHandler['isPayload']): void
  addSource(source: DueSource): void
  schedule(task: DueTask): TaskHandle
  cancel(handle: TaskHandle): void
  get(handle: TaskHandle): DueTask | undefined
  /** Returns the earliest due moment. */
  next(): number | undefined
  /** Runs all tasks due at one instant, including the tasks that they schedule for that instant. */
  run(at: number): number
  /** Returns all pending tasks, unsorted. */
  pending(): DueTask[]
}

const scheduledCodec = checkedCodec<number>('scheduled tasks', isCount)

export function createAgenda(cells: Cells): Agenda {
  const handlers = new Map<string, TaskHandler>()
  const codec = dueTasksCodec(handlers)
  const due = cells.cell<Tree<Key, DueTask>>('clock.tasks', emptyTree(compareKeys), codec)
  const scheduled = cells.cell('clock.scheduled', 0, scheduledCodec)
  const sources: DueSource[] = []

  function next(): number | undefined {
    let earliest = due.value.minKey()?.[0] as number | undefined
    for (const source of sources) {
      const at = source.next()
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at
    }
    return earliest
  }

  function cancel(handle: TaskHandle): void {
    changeTree(due, (tree) => tree.delete(handle))
  }

  function runNextTask(): string {
    const key = due.value.minKey()
    const earliest = next() as number
    if (key === undefined || (key[0] as number) > earliest) return runSource(earliest)
    const task = due.value.get(key) as DueTask
    cancel(key)
    const handler = handlers.get(task.kind)
    if (!handler) throw new Error(`there is no handler for tasks of kind "${task.kind}"`)
    handler.run(task.payload as never)
    return task.kind
  }

  function runSource(at: number): string {
    const source = sources.find((each) => (each.next() ?? Infinity) <= at) as DueSource
    source.run(at)
    return source.kind
  }

  function pending(): DueTask[] {
    const derived = sources.flatMap(({ kind, next: nextOfSource }) => {
      const at = nextOfSource()
      return at === undefined ? [] : [{ at, kind, payload: undefined }]
    })
    return [...due.value.valuesArray(), ...derived]
  }

  return {
    registerHandler: (name, run, isPayload = () => true) =>
      void handlers.set(name, { run, isPayload }),
    addSource: (source) => void sources.push(source),
    schedule(task) {
      scheduled.value += 1
      const handle = [task.at, scheduled.value]
      changeTree(due, (tree) => tree.set(handle, task))
      return handle
    },
    cancel,
    get: (handle) => due.value.get(handle),
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

const dueTasksCodec = (handlers: ReadonlyMap<string, TaskHandler>): Codec<Tree<Key, DueTask>> => {
  const isDueTask = isObjectOf({ at: isMoment, kind: isText, payload: () => true })
  const isHandled = (task: DueTask): boolean =>
    handlers.get(task.kind)?.isPayload(task.payload) ?? false
  const codec = treeCodec<Key, DueTask>(compareKeys, {
    noun: 'due tasks',
    isKey: isTupleOf(isMoment, isCount),
    isValue: (task) => isDueTask(task) && isHandled(task as DueTask),
  })
  return {
    encode: codec.encode,
    decode(json) {
      const tree = codec.decode(json)
      for (const [[at], task] of tree.toArray()) {
        if (at !== task.at) throw damagedWorldError('its due tasks have the wrong times')
      }
      return tree
    },
  }
}

export function runawayTaskError(kind: string, limit: number): EmulatorError {
  return new EmulatorError('runaway_task', {
    action: 'advance the clock',
    reason: `"${kind}" keeps rescheduling itself: ${limit} tasks at one instant`,
    advice: 'Schedule the next task for a later time.',
  })
}
