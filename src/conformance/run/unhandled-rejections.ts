/**
 * Watches for promise rejections that nothing handles, where the host reports them.
 *
 * Node reports a rejection in the asynchronous context of its promise, so that a storage tells the exploration
 * that it belongs to. No hook on promises is needed. Node 20 and 22 use the context in which the promise was
 * created, Node 24 that in which it was rejected.
 */
import { createAsyncStorage } from '../../engine/clock/async-cause.ts'

interface RejectionHost {
  readonly process?: {
    on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
    off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  }
}

interface RejectionWatch {
  /** Ends the watch after some turns of the event loop, and returns the reasons of the rejections. */
  stop(drain: () => Promise<void>): Promise<readonly unknown[]>
}

const explorations = createAsyncStorage<object>()
/** The exploration of each watch. */
const watched = new Map<RejectionWatch, object | undefined>()

/**
 * Runs `work` in the asynchronous context of an exploration. `exploration` is any object that identifies it: unhandled
 * rejections of `work` are attributed to it.
 */
export const withExploration = <T>(exploration: object, work: () => T): T =>
  explorations ? explorations.run(exploration, work) : work()

/** Starts a watch for the exploration whose work calls this function. */
export function watchRejections(): RejectionWatch {
  const { process } = globalThis as RejectionHost
  const exploration = explorations?.getStore()
  const reasons: unknown[] = []
  const listener = (reason: unknown): void => {
    if (!belongsToOther(exploration)) reasons.push(reason)
  }
  const watch: RejectionWatch = {
    async stop(drain) {
      // Note: Node reports an unhandled rejection after the microtasks of the current turn.
      await drain()
      process?.off?.('unhandledRejection', listener)
      watched.delete(watch)
      return reasons
    },
  }
  process?.on?.('unhandledRejection', listener)
  watched.set(watch, exploration)
  return watch
}

/**
 * Returns whether the rejection belongs to another running exploration. A rejection that belongs to none, such as one
 * of a shared socket, fails all running explorations. So does one of an exploration that has ended: a worker that
 * several explorations share keeps the context of its first job.
 */
function belongsToOther(exploration: object | undefined): boolean {
  const owner = explorations?.getStore()
  if (owner === undefined || owner === exploration) return false
  return [...watched.values()].includes(owner)
}
