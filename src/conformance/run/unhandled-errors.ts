/**
 * Watches for errors that nothing handles, where the host reports them: rejected promises, and exceptions in
 * callbacks.
 *
 * Node reports them in an asynchronous context, so that a storage tells the exploration that they belong to. No hook on
 * promises is needed. Node 20 and 22 use the context in which a promise was created, Node 24 that in which it was
 * rejected.
 */
import { createAsyncStorage } from '../../engine/clock/async-cause.ts'
import { messageOf } from './run-end.ts'

/** The events of the host, and what each reports. */
const reports = {
  unhandledRejection: 'unhandled rejection',
  uncaughtException: 'uncaught exception',
} as const
const events = Object.keys(reports) as (keyof typeof reports)[]

interface ErrorHost {
  readonly process?: {
    on?(event: string, listener: (error: unknown) => void): void
    off?(event: string, listener: (error: unknown) => void): void
    listenerCount?(event: string): number
  }
}

/** An error that nothing handles. */
export interface UnhandledError {
  readonly error: unknown
  /** What was reported, with the message of the error. */
  readonly summary: string
}

interface ErrorWatch {
  /** Ends the watch after some turns of the event loop, and returns the errors. */
  stop(drain: () => Promise<void>): Promise<readonly UnhandledError[]>
}

const explorations = createAsyncStorage<object>()
/** The exploration of each watch, by the function that ends the watch. */
const watched = new Map<() => void, object | undefined>()

/**
 * Runs `work` in the asynchronous context of an exploration. `exploration` is any object that identifies it: unhandled
 * errors of `work` are attributed to it.
 */
export const withExploration = <T>(exploration: object, work: () => T): T =>
  explorations ? explorations.run(exploration, work) : work()

/** Starts a watch for the exploration whose work calls this function. */
export function watchErrors(): ErrorWatch {
  const { process } = globalThis as ErrorHost
  const exploration = explorations?.getStore()
  const errors: UnhandledError[] = []
  const listeners = events.map((event) => {
    const listener = (error: unknown): void => {
      if (belongsToOther(exploration)) return
      if (explorations?.getStore() === undefined) throwOn(event, error)
      errors.push({ error, summary: `${reports[event]}: ${messageOf(error)}` })
    }
    return [event, listener] as const
  })
  const end = (): void => {
    for (const each of listeners) process?.off?.(...each)
    watched.delete(end)
  }
  for (const each of listeners) process?.on?.(...each)
  watched.set(end, exploration)
  return {
    async stop(drain) {
      // Note: Node reports an unhandled rejection after the microtasks of the current turn.
      await drain()
      end()
      return errors
    },
  }
}

/**
 * Ends the process with an error that belongs to no exploration, such as one of the script that explores, as without a
 * watch. A test runner reports it itself.
 */
function throwOn(event: string, error: unknown): void {
  const { process } = globalThis as ErrorHost
  if (process?.listenerCount?.(event) !== watched.size) return
  // Note: without listeners, the host prints the error and its place.
  for (const end of watched.keys()) end()
  queueMicrotask(() => {
    throw error
  })
}

/**
 * Returns whether the error belongs to another running exploration. An error that belongs to none, such as one
 * of a shared socket, fails all running explorations. So does one of an exploration that has ended: a worker that
 * several explorations share keeps the context of its first job.
 */
function belongsToOther(exploration: object | undefined): boolean {
  const owner = explorations?.getStore()
  if (owner === undefined || owner === exploration) return false
  return [...watched.values()].includes(owner)
}
