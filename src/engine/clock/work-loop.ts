/** Repeats a step of work until no work is left. A request during a step causes another step. */

interface WorkLoopOptions {
  /** Runs one step; resolves with true if more work may remain. */
  step(): Promise<boolean>
  onError(error: unknown): void
}

/** Returns a function that starts the loop, or requests another step if the loop is running. */
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
