/** Says whether a clock runs by itself or stands still until somebody moves it, and reads which is meant. */
import { EmulatorError, nearestName } from './errors.ts'
import { isObject, quoteValue } from './argument-checks.ts'

/**
 * `virtual` stands still until it is advanced; `auto` stands still too, but jumps to what is due next
 * while somebody awaits an answer; `system` runs; `{ scale: 60 }` runs 60 times as fast.
 */
export type ClockMode = 'virtual' | 'auto' | 'system' | { readonly scale: number }

export const isRunning = (mode: ClockMode): mode is Exclude<ClockMode, 'virtual' | 'auto'> =>
  mode !== 'virtual' && mode !== 'auto'

/** No clock runs faster: at this rate a year takes half a minute. */
export const scaleMax = 1_000_000

const clockModeNames = ['virtual', 'auto', 'system'] as const

/** The clock that is meant; for messages, what it is called there and what can be said. */
export function parseClockMode(
  value: unknown,
  action: string,
  label = quoteValue(value),
  advice = clockAdvice,
): ClockMode {
  if (clockModeNames.includes(value as (typeof clockModeNames)[number])) return value as ClockMode
  if (isObject(value) && Object.keys(value).join() === 'scale') {
    const { scale } = value
    if (typeof scale === 'number' && scale > 0 && scale <= scaleMax) return { scale }
  }
  const near = typeof value === 'string' ? nearestName(value, clockModeNames) : undefined
  throw new EmulatorError('bad_clock', {
    action,
    reason: `${label} is no clock`,
    advice: near ? `Did you mean "${near}"?` : advice,
  })
}

const clockAdvice = `Give "virtual", "auto", "system" or { scale: 60 }, above 0 and up to ${scaleMax}.`
