/** A queue of asynchronous work. */

type Enqueue = <T>(work: () => Promise<T> | T) => Promise<T>

export interface PromiseQueue {
  /** Runs work after the work that was queued before it. */
  readonly enqueue: Enqueue
  /** Returns whether other work waits for the current work, such as an `advance` of the code under test. */
  hasWaiting(): boolean
}

/** Runs work one piece after the other: two advances at once would run each other's tasks. */
export function createPromiseQueue(): PromiseQueue {
  let last: Promise<unknown> = Promise.resolve()
  let openCount = 0
  return {
    enqueue(work) {
      openCount += 1
      const result = last.then(work, work)
      last = result.catch(() => undefined).finally(() => (openCount -= 1))
      return result
    },
    hasWaiting: () => openCount > 1,
  }
}
