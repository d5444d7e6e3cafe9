/** Says whether a clock runs by itself or stands still until somebody moves it, and reads which is meant. */
import { EmulatorError, nearest } from './errors.ts'
import { isObject, quoted } from './argument-checks.ts'

/**
 * `virtual` stands still until it is advanced; `auto` stands still too, but jumps to what is due next
 * while somebody awaits an answer; `system` runs; `{ scale: 60 }` runs 60 times as fast.
 */
export type ClockMode = 'virtual' | 'auto' | 'system' | { readonly scale: number }

export const isRunning = (mode: ClockMode): mode is Exclude<ClockMode, 'virtual' | 'auto'> =>
  mode !== 'virtual' && mode !== 'auto'

/** No clock runs faster: at this rate a year takes half a minute. */
export const scaleMax = 1_000_000

const words = ['virtual', 'auto', 'system'] as const

/** The clock that is meant; for messages, what it is called there and what can be said. */
export function clockModeFrom(
  said: unknown,
  could: string,
  called = quoted(said),
  advice = clockAdvice,
): ClockMode {
  if (words.includes(said as (typeof words)[number])) return said as ClockMode
  if (isObject(said) && Object.keys(said).join() === 'scale') {
    const { scale } = said
    if (typeof scale === 'number' && scale > 0 && scale <= scaleMax) return { scale }
  }
  const near = typeof said === 'string' ? nearest(said, words) : undefined
  throw new EmulatorError('bad_clock', {
    could,
    because: `${called} is no clock`,
    advice: near ? `Did you mean "${near}"?` : advice,
  })
}

const clockAdvice = `Give "virtual", "auto", "system" or { scale: 60 }, above 0 and up to ${scaleMax}.`
