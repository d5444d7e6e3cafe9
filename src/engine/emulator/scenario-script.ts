/** Runs the script of a scenario, and refuses work that is not awaited and acts outside the steps. */
import { isPromise } from '../errors/argument-checks.ts'
import { EmulatorError } from '../errors/errors.ts'
import { unsettledWork } from '../errors/needs-await.ts'
import type { EmulatorContext } from './context.ts'
import { contextOf } from './emulator.ts'
import { scenarioCall, unsettledMethodsOf } from './methods/work.ts'
import type { Emulator } from './emulator-api.ts'

type Step = <T>(summary: string, work?: () => T | Promise<T>) => Promise<T>

/** The parts of the context of a script that are checked. */
interface ScriptContext {
  readonly emulator: Emulator
  readonly step: Step
  readonly given?: unknown
}

/** The member of the promise of a step that has the promise itself: a runner takes a read of `then` for an `await`. */
export const unwatchedStep = Symbol('unwatched step')

/**
 * Returns a script that rejects at its end if an act was outside a step, and at the end of a step if it did not await
 * `advance`, `settle` or `run`.
 */
export const checkedScript =
  <C extends ScriptContext, R>(name: string, script: (context: C) => Promise<R>) =>
  async (given: C): Promise<R> => {
    // Note: an emulator of another copy of the package hides its context. Its scripts run without these checks.
    const context = contextOf(given.emulator) as EmulatorContext | undefined
    const acts = new OutsideActs(context)
    const step: Step = (summary, work) =>
      acts.within(() =>
        given.step(summary, typeof work === 'function' ? awaited(summary, work) : work),
      )
    /** Returns work that must settle what it started. */
    const awaited =
      <T>(summary: string, work: () => T | Promise<T>) =>
      (): T | Promise<T> => {
        const result = work()
        const checked = (value: T): T => {
          assertAwaited(context, name)
          if (typeof value === 'function') throw functionResult(summary)
          return value
        }
        return isPromise(result) ? Promise.resolve(result).then(checked) : checked(result)
      }
    const result = await run(name, script, { ...given, step })
    // Note: a step that is not awaited is reported by its runner, and not what runs in it.
    if (!acts.isInStep) assertAwaited(context, name)
    acts.end(name)
    return result
  }

/** Runs a script. An exception because there is no `given` becomes an error that says so. */
async function run<C extends ScriptContext, R>(
  name: string,
  script: (context: C) => Promise<R>,
  context: C,
): Promise<R> {
  try {
    return await script(context)
  } catch (error) {
    const isMissing = context.given === undefined && readsGiven(script, error)
    throw isMissing ? missingGiven(name, error) : error
  }
}

/** Whether an exception may come from a script that reads a member of `given`. */
const readsGiven = (script: unknown, error: unknown): boolean =>
  error instanceof TypeError &&
  error.message.includes('undefined') &&
  /(?<![.\w])given(\.|\s*:\s*[{[])/.test(String(script))

const missingGiven = (name: string, cause: unknown): EmulatorError =>
  new EmulatorError('missing_given', {
    action: `run the scenario "${name}"`,
    reason: 'its script reads `given`, which is undefined',
    advice:
      'Return the records from the details: scenario(name, { given: (emulator) => ({ … }) }, script).',
    cause,
  })

/** A function that returns a function performs nothing. */
const functionResult = (summary: string): EmulatorError =>
  new EmulatorError('bad_step', {
    action: `run the step "${summary}"`,
    reason: 'its work returns a function, which nothing calls',
    advice: 'Give the work itself: step("…", () => emulator.act.…).',
  })

function assertAwaited(context: EmulatorContext | undefined, name: string): void {
  const methods = context ? unsettledMethodsOf(context) : []
  const method = methods.find((each) => each !== scenarioCall)
  if (method === undefined) return
  throw unsettledWork(
    `run the scenario "${name}"`,
    [`emulator.${method}`],
    ' at the end of a step or of the script',
  )
}

/** The acts of a script that no step contains. */
class OutsideActs {
  readonly #context: EmulatorContext | undefined
  #after: number
  /** The number of steps that have not ended: a step that is not awaited is another mistake. */
  #running = 0
  #found: string | undefined

  constructor(context: EmulatorContext | undefined) {
    this.#context = context
    this.#after = this.#lastNumber()
  }

  /** Whether a step has not ended. */
  get isInStep(): boolean {
    return this.#running > 0
  }

  within<T>(step: () => Promise<T>): Promise<T> {
    this.#look()
    this.#running += 1
    const ended = step()
    const leave = (): void => {
      this.#running -= 1
      this.#after = this.#lastNumber()
    }
    // Note: the promise itself is returned, because its runner handles the rejection of a step that is not awaited.
    const own = Reflect.get(ended, unwatchedStep) as Promise<T> | undefined
    ;(own ?? ended).then(leave, leave)
    return ended
  }

  end(name: string): void {
    this.#look()
    if (this.#found === undefined) return
    throw new EmulatorError('act_outside_step', {
      action: `run the scenario "${name}"`,
      reason: `the act ${this.#found} is outside a step`,
      advice: 'Perform it in a step: await step("…", () => emulator.act.…).',
    })
  }

  #lastNumber(): number {
    return this.#context?.journal.lastNumber() ?? 0
  }

  #look(): void {
    if (this.#running > 0) return
    const act = this.#context?.journal
      .entries()
      .find((entry) => entry.kind === 'act' && entry.number > this.#after)
    if (act?.kind === 'act') this.#found ??= act.act
  }
}
