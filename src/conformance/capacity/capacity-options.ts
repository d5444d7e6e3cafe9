/** The options of a capacity measurement: validates them and fills in the defaults. */
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { worldRowsMax } from '../../engine/emulator/worlds/world-size.ts'
import {
  booleanCheck,
  functionCheck,
  signalCheck,
  type ValueCheck,
  wholeNumberCheck,
} from '../../engine/errors/argument-checks.ts'
import {
  assertOptionNames,
  type Named,
  option,
  type OptionsOf,
  pickOptions,
  readNestedOptions,
  readOptions,
  type ValuesOf,
} from '../../engine/errors/options.ts'
import { type Duration, parseDurationMs } from '../../engine/clock/duration.ts'
import type { Integration } from '../scenario/integration.ts'
import { type RateLimit, rateLimitOptions } from '../../engine/serve/rate-limiter.ts'
import { type Latency, latencyFrom, type LatencyOptions } from '../../engine/serve/latency.ts'

/** What a synchronization receives. */
export interface SyncContext {
  /** The service, with its data. */
  readonly emulator: Emulator
  /** The integration that `connect` returned. */
  readonly integration: Integration
}

/** What fails when an option is invalid. */
export const measureAction = 'measure the capacity'

/** The largest size: the most rows that an emulator makes. */
export const sizeMax = worldRowsMax

const pluralCheck: ValueCheck = {
  isValid: (noun) => typeof noun === 'string' && noun.trim() !== '',
  expected: 'a plural, such as "enrollments"',
}

/** The options of an emulator that a measurement does not set itself. */
const sizedEmulatorOptions = pickOptions(
  emulatorOptions,
  'world',
  'seed',
  'flags',
  'assumptions',
  'rateLimit',
  'start',
)

/** The options of `measureCapacity`. */
const capacityOptions = {
  /** Runs the synchronization. Default: `integration.resync()`. */
  sync: option<(context: SyncContext) => unknown>(functionCheck),
  /**
   * Creates the data of one size. Its calls have no latency and no rate limit. The synchronization runs on a fork
   * of this emulator. Default: as many users, made when they are read.
   */
  given: option<(emulator: Emulator, size: number) => unknown>(functionCheck),
  /** The plural of what `size` counts, for texts. Default: `users`. */
  noun: option<string>(pluralCheck, 'users'),
  /** The size to run. More than a million records are not run: the result extends a line. Default: 100,000. */
  target: option<number>(wholeNumberCheck(1, sizeMax), 100_000),
  /** The time that the synchronization may take. Default: `4h`. */
  window: option<Duration>(undefined, '4h'),
  /** The time that each response takes: a duration, or milliseconds each for reads and writes. Default: `0s`. */
  latency: option<Duration | LatencyOptions>(),
  /**
   * Whether to search the largest size that fits into the window. The search runs other sizes: up to ten times the
   * target, and up to a million records. Default: true.
   */
  largest: option<boolean>(booleanCheck, true),
  /** The options of each emulator. Default: the empty world and the documented rate limit. */
  emulator: option<Pick<EmulatorOptions, keyof typeof sizedEmulatorOptions>>(
    (value, { action }) => assertOptionNames(sizedEmulatorOptions, value, { action }),
    {},
  ),
  /** Called before each run with its size, and the reason of the run as a text. Default: none. */
  progress: option<(size: number, reason: string) => void>(functionCheck, () => {}),
  /** Cancels the measurement, such as the `signal` of a Vitest test. It then rejects. Default: none. */
  signal: option<AbortSignal>(signalCheck),
}

/** Options of `measureCapacity`. Each has a default. */
export interface CapacityOptions extends OptionsOf<typeof capacityOptions>, Named {}

/** The options with their defaults. */
export interface CapacitySettings extends Omit<
  ValuesOf<typeof capacityOptions>,
  'window' | 'latency'
> {
  readonly windowMs: number
  readonly latency: Latency
  readonly rateLimit: RateLimit
}

/** @throws EmulatorError for an unknown option or an invalid value */
export function capacitySettingsFrom(options: CapacityOptions): CapacitySettings {
  const { window, latency, ...values } = readOptions(capacityOptions, options, {
    action: measureAction,
  })
  return {
    ...values,
    windowMs: parseDurationMs(window, measureAction),
    latency: latencyFrom(latency, measureAction) ?? { readMs: 0, writeMs: 0 },
    rateLimit: readNestedOptions(rateLimitOptions, values.emulator.rateLimit, {
      name: 'rateLimit',
      action: measureAction,
    }),
  }
}
