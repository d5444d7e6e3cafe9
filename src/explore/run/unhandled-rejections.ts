/**
 * Watches for promise rejections that nothing handles, where the host reports them.
 *
 * Node reports a rejection in the asynchronous context of its promise, so that a storage tells the exploration
 * that it belongs to. No hook on promises is needed. Node 20 and 22 use the context in which the promise was
 * created, Node 24 that in which it was rejected.
 */
import { createAsyncStorage } from '../../machine/async-cause.ts'

interface RejectionHost {
  readonly process?: {
    on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
    off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  }
}

export interface RejectionWatch {
  /** Ends the watch after some turns of the event loop, and returns the reasons of the rejections. */
  stop(drain: () => Promise<void>): Promise<readonly unknown[]>
}

const explorations = createAsyncStorage<object>()
/** The exploration of each watch. */
const watched = new Map<RejectionWatch, object | undefined>()

/** Performs work of an exploration, which any object stands for. Rejections of the work belong to it. */
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
 * Whether the reported rejection belongs to another exploration with a run under way. All runs under way fail for
 * a rejection without an exploration, such as one of a shared socket. They also fail for one of an exploration
 * that has ended: a worker that several explorations share keeps the context of its first job.
 */
function belongsToOther(exploration: object | undefined): boolean {
  const owner = explorations?.getStore()
  if (owner === undefined || owner === exploration) return false
  return [...watched.values()].includes(owner)
}
