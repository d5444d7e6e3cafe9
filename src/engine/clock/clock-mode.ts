/** The modes of the clock, and the parser for the `clock` option. */
import { EmulatorError } from '../errors/errors.ts'
import { nearestName } from '../errors/near-names.ts'
import { isObject, quoteValue } from '../errors/argument-checks.ts'

/**
 * How the emulator's clock moves.
 *
 * - `virtual`: moves only when the test advances it. The default of `createEmulator`.
 * - `auto`: as `virtual`, but jumps to the next due task while the test awaits a response or a sleep.
 * - `system`: runs with real time.
 * - `{ scale: 60 }`: runs 60 times as fast as real time. The scale is above 0 and at most 1,000,000.
 *
 * Any other value throws an `EmulatorError` with the code `bad_clock`.
 *
 * @example
 * createEmulator({ clock: 'auto' })
 */
export type ClockMode = 'virtual' | 'auto' | 'system' | { readonly scale: number }

export const isRunning = (mode: ClockMode): mode is Exclude<ClockMode, 'virtual' | 'auto'> =>
  mode !== 'virtual' && mode !== 'auto'

/** The maximum scale. With it, an emulated year takes half a minute. */
export const scaleMax = 1_000_000

const clockModeNames = ['virtual', 'auto', 'system'] as const

/** Parses a clock mode. `label` and `advice` are parts of the error message. */
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
    reason: `${label} is not a valid clock`,
    advice: near ? `Did you mean "${near}"?` : advice,
  })
}

const clockAdvice = `Give "virtual", "auto", "system" or { scale: 60 }, above 0 and up to ${scaleMax}.`
