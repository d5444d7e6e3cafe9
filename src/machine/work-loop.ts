/** Repeats a piece of work as long as there is more to do, and once more when it is asked for meanwhile. */

export interface RepeatedWork {
  /** Does a piece of the work; true while there may be more. */
  step(): Promise<boolean>
  failed(error: unknown): void
}

/** Gives what sets it going; where it goes already, that only makes sure that nothing is missed. */
export function repeating({ step, failed }: RepeatedWork): () => void {
  let going = false
  let asked = false

  function go(): void {
    asked = true
    if (going) return
    going = true
    asked = false
    void step().then(
      (more) => {
        going = false
        if (more || asked) go()
      },
      (error: unknown) => {
        going = false
        failed(error)
      },
    )
  }

  return go
}
