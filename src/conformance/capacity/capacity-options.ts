/** The options of a capacity measurement: validates them and fills in the defaults. */
import type { EmulatorOptions } from '../../engine/emulator/options.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { worldRowsMax } from '../../engine/emulator/worlds/world-size.ts'
import { latencyFrom, limitsFrom, rateLimitChecks } from '../../engine/emulator/limit-options.ts'
import {
  assertKnownKeys,
  assertValue,
  isObject,
  quoteValue,
  signalCheck,
  wholeNumberCheck,
} from '../../engine/errors/argument-checks.ts'
import { givenCountMax } from '../../engine/kit/rows/given.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { type Duration, parseDurationMs } from '../../engine/clock/duration.ts'
import type { Integration } from '../scenario/integration.ts'
import { defaultRateLimit, type RateLimit } from '../../engine/serve/rate-limiter.ts'
import type { Latency } from '../../engine/serve/call.ts'

/** What a synchronization receives. */
export interface SyncContext {
  /** The service, with its data. */
  readonly emulator: Emulator
  /** The integration that `connect` returned. */
  readonly integration: Integration
}

/** Options of `measureCapacity`. Each has a default. */
export interface CapacityOptions {
  /** Runs the synchronization. Default: `integration.resync()`. */
  readonly sync?: (context: SyncContext) => unknown
  /**
   * Creates the data of one size. Its calls have no latency and no rate limit. The synchronization runs on a fork
   * of this emulator. Default: as many users.
   */
  readonly given?: (emulator: Emulator, size: number) => unknown
  /** The plural of what `size` counts, for texts. Default: `users`. */
  readonly noun?: string
  /** The sizes of the small runs, smallest first: three or more. Default: 100, 200 and 400. */
  readonly sizes?: readonly number[]
  /** The size to predict, and to confirm with a full run. Default: 100,000. */
  readonly target?: number
  /** The time that the synchronization may take. Default: `4h`. */
  readonly window?: Duration
  /** The time that each response takes: a duration, or milliseconds each for reads and writes. Default: `0s`. */
  readonly latency?: Duration | Partial<Latency>
  /** Whether to run the target size. Without it, the result is the prediction. Default: true. */
  readonly confirm?: boolean
  /** The options of each emulator. Default: the empty world and the documented rate limit. */
  readonly emulator?: Pick<
    EmulatorOptions,
    'world' | 'seed' | 'flags' | 'assumptions' | 'rateLimit' | 'start'
  >
  /** Called before each run with its size, and the reason of the run as a text. Default: none. */
  readonly progress?: (size: number, reason: string) => void
  /** Cancels the measurement, such as the `signal` of a Vitest test. It then rejects. Default: none. */
  readonly signal?: AbortSignal
}

/** The options with their defaults. */
export interface CapacitySettings extends Required<
  Omit<CapacityOptions, 'sync' | 'window' | 'latency' | 'signal'>
> {
  readonly sync: CapacityOptions['sync']
  readonly signal: AbortSignal | undefined
  readonly windowMs: number
  readonly latency: Latency
  readonly rateLimit: RateLimit
}

/** What fails when an option is invalid. */
export const measureAction = 'measure the capacity'

/** The largest size: the most rows that an emulator makes. */
export const sizeMax = worldRowsMax

const optionNames: readonly (keyof CapacityOptions)[] = [
  'sync',
  'given',
  'noun',
  'sizes',
  'target',
  'window',
  'latency',
  'confirm',
  'emulator',
  'progress',
  'signal',
]

const emulatorOptionNames = ['world', 'seed', 'flags', 'assumptions', 'rateLimit', 'start']

/** @throws EmulatorError for an unknown option or an invalid value */
export function capacitySettingsFrom(options: CapacityOptions): CapacitySettings {
  assertOptionNames(options)
  const { sizes = [100, 200, 400], target = 100_000, window = '4h', emulator = {} } = options
  const { noun = 'users', confirm = true, progress = () => {} } = options
  const given = options.given ?? givenUsers
  for (const [name, value] of Object.entries({ given, sync: options.sync ?? given, progress })) {
    if (typeof value !== 'function')
      throw badCapacity(`"${name}" is ${quoteValue(value)}`, 'Give a function.')
  }
  if (typeof confirm !== 'boolean')
    throw badCapacity(`"confirm" is ${quoteValue(confirm)}`, 'Give true or false.')
  const place = { code: 'bad_option', action: measureAction, name: 'signal' }
  assertValue(options.signal, signalCheck, place)
  if (typeof noun !== 'string' || noun.trim() === '')
    throw badCapacity(`"noun" is ${quoteValue(noun)}`, 'Give a plural, such as "enrollments".')
  assertSizes(sizes, target)
  return {
    sync: options.sync,
    signal: options.signal,
    given,
    noun,
    sizes,
    target,
    confirm,
    progress,
    emulator,
    windowMs: parseDurationMs(window, measureAction),
    latency: latencyFrom(options.latency, measureAction) ?? { readMs: 0, writeMs: 0 },
    rateLimit: limitsFrom(
      'rateLimit',
      emulator.rateLimit,
      defaultRateLimit,
      rateLimitChecks,
      measureAction,
    ),
  }
}

function givenUsers(emulator: Emulator, size: number): void {
  for (let left = size; left > 0; left -= givenCountMax)
    emulator.given('users', Math.min(left, givenCountMax))
}

function assertOptionNames(options: unknown): void {
  assertKnownKeys(options, optionNames, measureAction)
  const { emulator = {} }: { emulator?: unknown } = options
  if (!isObject(emulator))
    throw badCapacity(`"emulator" is ${quoteValue(emulator)}`, 'Give an object.')
  assertKnownKeys(emulator, emulatorOptionNames, measureAction)
}

function assertSizes(sizes: readonly number[], target: number): void {
  const isAscending =
    Array.isArray(sizes) &&
    sizes.length >= 3 &&
    sizes.every((size, index) => Number.isSafeInteger(size) && size > (sizes[index - 1] ?? 0))
  if (!isAscending)
    throw badCapacity(
      `"sizes" is ${quoteValue(sizes)}`,
      'Give at least three whole numbers, smallest first, such as [100, 200, 400].',
    )
  const check = wholeNumberCheck(1, sizeMax)
  assertValue(target, check, { code: 'bad_option', action: measureAction, name: 'target' })
  const largest = sizes.at(-1) as number
  if (target < largest)
    throw badCapacity(
      `the target of ${formatThousands(target)} is below the size of ${formatThousands(largest)}`,
      'Give smaller sizes, or a larger target.',
    )
}

export const badCapacity = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action: measureAction, reason, advice })
