/** Runs work of a measurement on the clock of the emulator, within limits. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { throwSiteIn } from '../../engine/journal/call-site.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { dayMs } from '../../engine/clock/duration.ts'
import type { GiveUpReason } from '../../engine/clock/work-runner.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { FaultHit } from '../../engine/faults/fault-rule.ts'
import { measureAction } from './capacity-options.ts'

/** The texts of the errors of one run. */
export interface RunErrors {
  /** The end of the codes: `sync` gives `unsettled_sync` and `failed_sync`. */
  readonly code: 'sync' | 'given'
  readonly action: string
  /** What runs, as the subject of a sentence. */
  readonly subject: string
  /** The advice for work without an end. */
  readonly endAdvice: string
  /** The advice for work that throws. `isLimited` is whether the rate limit refused a call. */
  throwAdvice(isLimited: boolean): string
}

interface BoundedRunOptions {
  readonly emulator: Emulator
  readonly size: number
  readonly errors: RunErrors
  readonly signal: AbortSignal | undefined
  /** Ends the run with `WindowPassed` when it takes longer, in milliseconds on the clock. Default: none. */
  readonly windowMs?: number | undefined
  /** Called before each call. */
  readonly onCall?: () => void
}

/** Ends a run that takes longer than the window. */
export class WindowPassed extends Error {}

/** The longest time on the clock that work may take. */
const durationMsMax = 3_660 * dayMs

/** Work that sends more calls, or lets the clock jump more often, has no end. */
const callsMax = (size: number): number => 200 * size + 10_000

/** Work that sends more calls at one moment of the clock, above the rate limit, does not wait after a 429. */
const refusedMax = (size: number): number => 2 * size + 10_000

/** A call that never receives an answer, because the clock stands still after a run. */
const unanswered: FaultHit = {
  faultIds: 'the end of the run',
  effect: { timeout: 'before' },
  changes: [],
}

/** @throws WindowPassed, and EmulatorError if the work throws, does not end or is canceled */
export async function runWithinLimits(
  { emulator, size, errors, signal, windowMs, onCall }: BoundedRunOptions,
  work: () => Promise<void>,
): Promise<void> {
  const context = contextOf(emulator)
  const endMs = context.now() + (windowMs ?? durationMsMax)
  const watch = new CallWatch(context, size, errors)
  context.faults.intercept(({ at }) => {
    if (at !== 'request') return undefined
    onCall?.()
    if (windowMs !== undefined && context.now() > endMs) watch.stop(new WindowPassed())
    return watch.count()
  })
  const cancel = (): void => watch.stop(canceledError(size, signal))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  try {
    await context.clock.run(() => Promise.race([watch.whenStopped, work()]), {
      limitMs: endMs - context.now(),
      jumpsMax: callsMax(size),
      giveUp: (reason) =>
        reason === 'limit' && windowMs !== undefined
          ? new WindowPassed()
          : endlessError(reason, errors),
    })
  } catch (error) {
    watch.stop(error)
    throw error instanceof EmulatorError || error instanceof WindowPassed
      ? error
      : failedError(error, errors, emulator.usage().rateLimit.refused > 0)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Counts the calls of a run, and ends the run at a limit. A call after the end gets no answer. */
class CallWatch {
  readonly whenStopped: Promise<never>
  readonly #context: EmulatorContext
  readonly #size: number
  readonly #errors: RunErrors
  #reject: (error: unknown) => void = () => {}
  #isStopped = false
  #calls = 0
  #momentMs = 0
  #callsOfMoment = 0

  constructor(context: EmulatorContext, size: number, errors: RunErrors) {
    this.#context = context
    this.#size = size
    this.#errors = errors
    this.whenStopped = new Promise((_, reject) => (this.#reject = reject))
    this.whenStopped.catch(() => undefined)
  }

  stop(error: unknown): void {
    this.#isStopped = true
    this.#reject(error)
  }

  count(): FaultHit | undefined {
    this.#calls += 1
    const nowMs = this.#context.now()
    this.#callsOfMoment = nowMs === this.#momentMs ? this.#callsOfMoment + 1 : 1
    this.#momentMs = nowMs
    const { requestsPerWindowMax } = this.#context.settings.rateLimit
    const { action, subject, endAdvice, throwAdvice } = this.#errors
    const code = `unsettled_${this.#errors.code}`
    if (this.#callsOfMoment > requestsPerWindowMax + refusedMax(this.#size)) {
      const sent = `${subject} sent ${formatThousands(this.#callsOfMoment)} calls without waiting`
      const reason = `${sent}, and the limit is ${formatThousands(requestsPerWindowMax)}`
      this.stop(new EmulatorError(code, { action, reason, advice: throwAdvice(true) }))
    } else if (this.#calls > callsMax(this.#size)) {
      const reason = `${subject} sent ${formatThousands(this.#calls)} calls and did not end`
      this.stop(new EmulatorError(code, { action, reason, advice: endAdvice }))
    }
    return this.#isStopped ? unanswered : undefined
  }
}

function endlessError(
  reason: GiveUpReason,
  { code, action, subject, endAdvice }: RunErrors,
): Error {
  const what =
    reason === 'nothing-due'
      ? `${subject} does not end, and nothing on the clock of the emulator is due`
      : `${subject} continues without an end on the clock of the emulator`
  return new EmulatorError(`unsettled_${code}`, { action, reason: what, advice: endAdvice })
}

function failedError(
  cause: unknown,
  { code, action, subject, throwAdvice }: RunErrors,
  isLimited: boolean,
): Error {
  const site = cause instanceof Error ? throwSiteIn(cause.stack ?? '') : undefined
  return new EmulatorError(`failed_${code}`, {
    action,
    reason: `${subject} threw ${textOf(cause)}${site === undefined ? '' : ` (${site})`}`,
    advice: throwAdvice(isLimited),
    cause,
  })
}

/** @throws EmulatorError if the measurement is canceled */
export function assertNotCanceled(signal: AbortSignal | undefined, size: number): void {
  if (signal?.aborted) throw canceledError(size, signal)
}

/** The error of a measurement that is canceled at the run of a size. */
const canceledError = (size: number, signal: AbortSignal | undefined): Error =>
  new EmulatorError('canceled', {
    action: measureAction,
    reason: `its signal aborted at the run of size ${formatThousands(size)}`,
    advice: 'Give it more time, choose a smaller target, or set `largest` to false.',
    cause: signal?.reason,
  })
