/** A queue of asynchronous work. */

type Enqueue = <T>(work: () => Promise<T> | T) => Promise<T>

export interface PromiseQueue {
  /** Runs work after the work that was queued before it. */
  readonly enqueue: Enqueue
  /** Runs a step of a run after the work that was queued before it. */
  readonly enqueueStep: Enqueue
  /**
   * Returns whether other work than steps waits for the current step, such as an `advance` of the code under test.
   * Steps of other runs do not count: two runs that step aside for each other would never jump.
   */
  hasWaiting(): boolean
}

/** Runs work one piece after the other: two advances at once would run each other's tasks. */
export function createPromiseQueue(): PromiseQueue {
  let last: Promise<unknown> = Promise.resolve()
  let openCount = 0

  const enqueueStep: Enqueue = (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }

  return {
    enqueue(work) {
      openCount += 1
      const result = enqueueStep(work)
      last = last.finally(() => (openCount -= 1))
      return result
    },
    enqueueStep,
    hasWaiting: () => openCount > 0,
  }
}
