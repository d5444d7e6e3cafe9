/** Runs work of a measurement until it settles, and moves the clock for it. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { dayMs } from '../../engine/clock/duration.ts'
import type { GiveUpReason } from '../../engine/clock/work-runner.ts'

/** The texts of the errors of one run. */
export interface RunErrors {
  /** The end of the codes: `sync` gives `unsettled_sync` and `failed_sync`. */
  readonly code: 'sync' | 'given'
  readonly action: string
  /** What runs, as the subject of a sentence. */
  readonly subject: string
  /** The advice for work without an end. */
  readonly endAdvice: string
  /** The advice for work that throws. */
  readonly throwAdvice: string
}

/** The longest time on the clock that the work may take. */
const workMsMax = 3_660 * dayMs

/** Work that lets the clock jump more often for each record has no end. */
const jumpsPerRecord = 100

/** @throws EmulatorError if the work throws or does not end */
export async function runToEnd(
  { clock }: EmulatorContext,
  size: number,
  { code, action, subject, endAdvice, throwAdvice }: RunErrors,
  work: () => Promise<void>,
): Promise<void> {
  const giveUp = (reason: GiveUpReason): Error =>
    new EmulatorError(`unsettled_${code}`, {
      action,
      reason:
        reason === 'nothing-due'
          ? `${subject} does not end, and nothing on the clock of the emulator is due`
          : `${subject} continues without an end on the clock of the emulator`,
      advice: endAdvice,
    })
  try {
    await clock.run(work, { limitMs: workMsMax, jumpsMax: jumpsPerRecord * (size + 100), giveUp })
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw new EmulatorError(`failed_${code}`, {
      action,
      reason: `${subject} threw ${textOf(error)}`,
      advice: throwAdvice,
      cause: error,
    })
  }
}
