/** The time that responses take on the emulator's clock. */
import {
  assertValue,
  isObject,
  type ValueCheck,
  wholeNumberCheck,
} from '../errors/argument-checks.ts'
import {
  type Named,
  option,
  type OptionsOf,
  readNestedOptions,
  type ValuesOf,
} from '../errors/options.ts'
import { type Duration, parseDuration } from '../clock/duration.ts'

/** The time that each response takes on the emulator's clock, in milliseconds. */
const latencyOptions = {
  /** The time of a response to GET and HEAD. Default: 0. */
  readMs: option<number>(wholeNumberCheck(0), 0),
  /** The time of a response to every other method. Default: 0. */
  writeMs: option<number>(wholeNumberCheck(0), 0),
}

/** The time that each response takes on the emulator's clock, in milliseconds. Each option has a default. */
export interface LatencyOptions extends OptionsOf<typeof latencyOptions>, Named {}

export interface Latency extends ValuesOf<typeof latencyOptions> {}

const latencyCheck: ValueCheck = {
  isValid: (given) => isObject(given) || parseDuration(given) !== undefined,
  expected: 'a duration such as "80ms", or { readMs, writeMs }',
}

/** Returns the latency of responses; undefined if no response takes time. */
export function latencyFrom(
  given: Duration | LatencyOptions | undefined,
  action: string,
): Latency | undefined {
  const name = 'latency'
  assertValue(given, latencyCheck, { code: 'bad_option', action, name })
  const ms = parseDuration(given)
  const latency =
    ms === undefined
      ? readNestedOptions(latencyOptions, given, { name, action })
      : { readMs: ms, writeMs: ms }
  return latency.readMs + latency.writeMs > 0 ? latency : undefined
}

/** Returns the time that a response to a method takes, in milliseconds. */
export const latencyOf = ({ readMs, writeMs }: Latency, method: string): number =>
  method === 'GET' || method === 'HEAD' ? readMs : writeMs
