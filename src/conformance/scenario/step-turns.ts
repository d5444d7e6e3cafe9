/** Runs the steps of a script one after the other: a step that is not awaited would run beside the next one. */
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

export class StepTurns {
  #running: string | undefined
  #overlap: EmulatorError | undefined

  /** Rejects with an EmulatorError for invalid arguments, and if the step before still runs. */
  take<T>(summary: string, work: unknown, perform: () => Promise<T>): Promise<T> {
    if (this.#running === undefined) return this.#take(summary, work, perform)
    this.#overlap ??= notAwaited(this.#running, `"${summary}" began before it ended`)
    const refused = Promise.reject(this.#overlap)
    // Note: a step that is not awaited is reported at the end of the script.
    refused.catch(() => undefined)
    return refused
  }

  async #take<T>(summary: string, work: unknown, perform: () => Promise<T>): Promise<T> {
    assertStep(summary, work)
    this.#running = summary
    try {
      return await perform()
    } finally {
      this.#running = undefined
    }
  }

  /** Ends the script. @throws EmulatorError if a step was not awaited */
  end(): void {
    if (this.#overlap) throw this.#overlap
    if (this.#running !== undefined) throw notAwaited(this.#running, 'the script ended before it')
  }
}

const notAwaited = (summary: string, reason: string): EmulatorError =>
  new EmulatorError('bad_step', {
    action: `run the step "${summary}"`,
    reason,
    advice: `Await each step: await step(${JSON.stringify(summary)}, …).`,
  })

/** Validates the arguments of `step`: work in the place of the summary would not run. */
function assertStep(summary: unknown, work: unknown): void {
  const isText = typeof summary === 'string' && summary.trim() !== ''
  if (isText && (work === undefined || typeof work === 'function')) return
  throw new EmulatorError('bad_step', {
    action: 'record a step',
    reason: isText ? `its work is ${quoteValue(work)}` : `its summary is ${quoteValue(summary)}`,
    advice: 'Give a text and the work: step("Mia is deleted", () => …).',
  })
}
