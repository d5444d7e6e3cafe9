/** `emulator.run`: runs work and advances the clock until the work settles. */
import { isPromise, quoteValue, signalCheck } from '../../errors/argument-checks.ts'
import { type Duration, parseDurationMs, stringifyDuration } from '../../clock/duration.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../errors/options.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { shareCall } from '../../clock/fake-timers/timer-source.ts'
import { isRunning } from '../../clock/clock-mode.ts'
import { type GiveUpReason, runJumpsMax } from '../../clock/work-runner.ts'
import type { EmulatorContext } from '../context.ts'
import { pendingSentence } from '../reports/pending-work.ts'
import { defined } from '../../errors/defined.ts'

/** The options of `emulator.run`. */
export const workOptions = {
  /** The longest time on the emulator's clock that the work may take. Default: `7d`. */
  limit: option<Duration>(undefined, '7d'),
  /** Ends the run when it aborts. The work itself continues. Default: none. */
  signal: option<AbortSignal>(signalCheck),
}

/** The options of `emulator.run`. */
export interface WorkOptions extends OptionsOf<typeof workOptions>, Named {}

const action = 'run the work'

/** Runs work on the clock of a context. @throws EmulatorError for an invalid argument */
export async function runWork<T>(
  context: EmulatorContext,
  work: Promise<T> | (() => T | Promise<T>),
  options: WorkOptions = {},
): Promise<T> {
  const start = startOf(work)
  const { limit, signal } = readOptions(workOptions, options, { action, code: 'bad_work' })
  const limitMs = parseDurationMs(limit, action)
  return context.clock.run(start, {
    limitMs,
    // Note: with latency each response needs a jump, so only the time limits the run.
    ...(context.settings.latency && { jumpsMax: Infinity }),
    ...defined({ signal }),
    giveUp: (reason) => giveUpError(context, reason, { limitMs, cause: signal?.reason }),
  })
}

function startOf<T>(work: Promise<T> | (() => T | Promise<T>)): () => Promise<T> {
  if (typeof work === 'function') return async () => work()
  if (isPromise(work)) return async () => work
  throw badWorkError(
    `the work is ${quoteValue(work)}`,
    'Pass a function, such as `emulator.run(() => app.sync())`.',
  )
}

const badWorkError = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_work', { action, reason, advice })

interface GiveUpDetails {
  readonly limitMs: number
  /** The reason of the aborted signal. */
  readonly cause: unknown
}

function giveUpError(
  context: EmulatorContext,
  reason: GiveUpReason,
  { limitMs, cause }: GiveUpDetails,
): EmulatorError {
  const pending = pendingSentence(context)
  // Note: no work waits for the changes by date that are due after the limit.
  const hasNothingDue = reason === 'limit' && pending === '' && !isRunning(context.clock.mode)
  const given = hasNothingDue ? 'nothing-due' : reason
  const text = {
    limit: {
      reason: `it has not settled after ${stringifyDuration(limitMs)} on the emulator's clock`,
      advice: `${pending}Give a longer limit, such as \`{ limit: "30d" }\`, if the work takes that long.`,
    },
    'nothing-due': {
      reason: 'it has not settled, and no delivery, sleep or shared timer is due',
      advice: `The work waits for something that the emulator does not control. ${
        context.clock.hasTimers()
          ? 'Timers of `node:timers/promises`, and those set before `shareTime`, are real: use the global `setTimeout`'
          : `Share its timers with ${shareCall}`
      }, or use \`emulator.sleep\`.`,
    },
    jumps: {
      reason: `it has not settled after ${runJumpsMax} jumps of the clock`,
      advice: `${pending}Stop an interval that runs forever.`,
    },
    aborted: { reason: 'its signal has aborted', advice: pending.trim() || 'Nothing is pending.' },
  }[given]
  return new EmulatorError('unsettled_work', { action, ...text, cause })
}

/** The methods of each emulator that have not settled, such as `advance`, with the number of their calls. */
const unsettledMethods = new WeakMap<object, Map<string, number>>()

/** Runs a method that a test must await. */
export async function asUnsettled<T>(
  context: EmulatorContext,
  method: string,
  run: () => Promise<T>,
): Promise<T> {
  const counts = unsettledMethods.get(context) ?? new Map<string, number>()
  unsettledMethods.set(context, counts)
  const add = (change: number): void => void counts.set(method, (counts.get(method) ?? 0) + change)
  add(1)
  try {
    return await run()
  } finally {
    add(-1)
  }
}

/** The function that runs a scenario on an emulator of the caller. Its script calls methods of the emulator. */
export const scenarioCall = 'runScenario'

/** The methods that a test called and that have not settled. */
export const unsettledMethodsOf = (context: EmulatorContext): string[] =>
  [...(unsettledMethods.get(context) ?? [])].filter(([, count]) => count > 0).map(([name]) => name)

/** Returns these methods at the end of a test, and forgets them: the next test of the emulator did not call them. */
export function takeUnsettledMethods(context: EmulatorContext): string[] {
  const methods = unsettledMethodsOf(context)
  unsettledMethods.delete(context)
  return methods
}
