/** Repeats a piece of work as long as there is more to do, and once more when it is asked for meanwhile. */

export interface WorkLoopOptions {
  /** Does a piece of the work; true while there may be more. */
  step(): Promise<boolean>
  onError(error: unknown): void
}

/** Gives what sets it going; where it goes already, that only makes sure that nothing is missed. */
export function createWorkLoop({ step, onError }: WorkLoopOptions): () => void {
  let isRunning = false
  let isRequested = false

  function start(): void {
    isRequested = true
    if (isRunning) return
    isRunning = true
    isRequested = false
    void step().then(
      (more) => {
        isRunning = false
        if (more || isRequested) start()
      },
      (error: unknown) => {
        isRunning = false
        onError(error)
      },
    )
  }

  return start
}
