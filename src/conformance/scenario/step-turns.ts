/** Runs the steps of a script one after the other: a step that is not awaited would run beside the next one. */
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { unwatchedStep } from '../../engine/emulator/scenario-script.ts'
import { messageOf } from '../run/run-end.ts'

/** A step that failed. */
interface FailedStep {
  readonly summary: string
  readonly error: unknown
  /** Whether the script waits for the step. */
  isAwaited(): boolean
}

export class StepTurns {
  #running: string | undefined
  #overlap: EmulatorError | undefined
  readonly #failed: FailedStep[] = []

  /** Rejects with an EmulatorError for invalid arguments, and if the step before still runs. */
  take<T>(summary: string, work: unknown, perform: () => Promise<T>): Promise<T> {
    if (this.#running === undefined)
      return this.#watched(summary, this.#take(summary, work, perform))
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

  /** Keeps the error of a step that the script does not wait for: its promise would be lost. */
  #watched<T>(summary: string, step: Promise<T>): Promise<T> {
    let isAwaited = false
    step.catch((error: unknown) =>
      this.#failed.push({ summary, error, isAwaited: () => isAwaited }),
    )
    return new Proxy(step, {
      get(promise, name) {
        if (name === unwatchedStep) return promise
        // Note: `await` reads `then` of a promise that is not a native one.
        isAwaited ||= ['then', 'catch', 'finally'].includes(String(name))
        const member: unknown = Reflect.get(promise, name)
        return typeof member === 'function' ? (member.bind(promise) as unknown) : member
      },
    })
  }

  /** Ends the script, and waits until all is idle. @throws EmulatorError if a step was not awaited */
  async end(settle: () => Promise<unknown>): Promise<void> {
    if (this.#overlap) throw this.#overlap
    if (this.#running !== undefined) throw notAwaited(this.#running, 'the script ended before it')
    await settle()
    const lost = this.#failed.find(({ isAwaited }) => !isAwaited())
    if (lost) throw notAwaited(lost.summary, messageOf(lost.error), lost.error)
  }
}

const notAwaited = (summary: string, reason: string, cause?: unknown): EmulatorError =>
  new EmulatorError('bad_step', {
    action: `run the step "${summary}"`,
    reason,
    advice: `Await each step: await step(${JSON.stringify(summary)}, …).`,
    cause,
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
