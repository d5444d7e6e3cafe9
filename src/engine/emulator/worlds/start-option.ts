/** The option `start`: the start of the clock, and the start of the world before it. */
import { quoteValue } from '../../errors/argument-checks.ts'
import { type ClockMode, isRunning } from '../../clock/clock-mode.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { realNowMs } from '../../clock/real-time-wakeup.ts'
import { parseTimestampMs } from '../../clock/timestamps.ts'
import { createAction } from '../option-errors.ts'

const virtualStart = '2026-01-05T09:00:00.000Z'

const weekMs = 604_800_000

/** The first and the last `start`. The dates of a world lie up to some years before and after it. */
const firstStartMs = Date.parse('1000-01-01T00:00:00.000Z')
const lastStartMs = Date.parse('9899-12-31T23:59:59.999Z')

export function startFrom(start: string | Date | undefined, mode: ClockMode): number {
  if (start === undefined) return !isRunning(mode) ? Date.parse(virtualStart) : realNowMs()
  const startMs = parseTimestampMs(start)
  if (startMs !== undefined && startMs >= firstStartMs && startMs <= lastStartMs) return startMs
  throw new EmulatorError('bad_start', {
    action: createAction,
    reason:
      startMs === undefined
        ? `\`start\` is not a valid date: ${quoteValue(start)}`
        : `\`start\` is ${quoteValue(start)}, which is not in the years 1000 to 9899`,
    advice: `Give a Date, or a string such as "${virtualStart}".`,
  })
}

/**
 * The start of the world on a running clock: the latest time before the start of the clock that has
 * the weekday and hour of the virtual start, so that courses begin on the usual days of the week.
 */
export function worldStartBefore(startMs: number): number {
  const anchor = Date.parse(virtualStart)
  return anchor + Math.floor((startMs - anchor) / weekMs) * weekMs
}
