/** Measures what a synchronization costs at a size, and which size fits into its window, with real runs. */
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Connect, Integration } from '../scenario/integration.ts'
import type { Capacity, CapacityData, SyncCost } from './capacity.ts'
import { chartDocument } from '../../report/chart/chart-svg.ts'
import { capacityChart } from '../report/reports.ts'
import {
  type CapacityOptions,
  type CapacitySettings,
  capacitySettingsFrom,
  measureAction,
} from './capacity-options.ts'
import { formatCapacity, formatWindow, summarize } from './capacity-text.ts'
import { nothingReadIn, warningsOf } from './capacity-warnings.ts'
import { findLargest, type Probe, type SizePoint } from './largest-size.ts'
import {
  isSyncFailure,
  runSync,
  runUntilWindowEnds,
  type SyncRun,
  type SyncRunOptions,
} from './sync-run.ts'

/**
 * Measures whether a synchronization of a large tenant fits into its time window. It runs the real
 * synchronization at the target, and then at other sizes until it knows the largest size that fits. All durations
 * are in milliseconds on the clock of the emulator. More than a million records are not run: the result then extends
 * the line through two runs, and says so.
 *
 * `connect` creates a new integration for each run. It must use the `fetch`, `now` and `sleep` of its connection.
 *
 * @throws EmulatorError for an invalid option, and if the synchronization throws, does not end, does not wait
 * after a 429, gets no accepted answer, reads only empty lists, or ends after a 429 that it did not repeat
 * @example
 * const capacity = await measureCapacity(connect, {
 *   target: 100_000,
 *   window: '4h',
 *   latency: { readMs: 80, writeMs: 150 },
 * })
 * console.log(capacity.text)
 */
export function measureCapacity(
  connect: Connect | Integration,
  options: CapacityOptions = {},
): Promise<Capacity> {
  return needsAwait('measureCapacity', async () => {
    assertArgumentCount('measureCapacity', 2, arguments)
    if (typeof connect !== 'function' && !isObject(connect)) {
      throw new EmulatorError('bad_option', {
        action: measureAction,
        reason: `${quoteValue(connect)} is not an integration`,
        advice: 'Give a function that returns an integration, as for a scenario.',
      })
    }
    return new CapacityMeasurement(connect, capacitySettingsFrom(options)).measure()
  })
}

/** The largest number of records of a run. */
const recordsMaxDefault = 1_000_000

/** The search runs sizes up to this multiple of the target. */
const searchFactor = 10

/** The size of the first run, which shows mistakes early: a hundredth of the target, from 100 to 1,000. */
const firstSize = (target: number): number =>
  Math.min(Math.ceil(target / 2), Math.max(100, Math.min(1_000, Math.ceil(target / 100))))

export class CapacityMeasurement {
  readonly #connect: Connect | Integration
  readonly #settings: CapacitySettings
  readonly #recordsMax: number
  /** The runs that ended, smallest first. */
  #runs: readonly SyncRun[] = []
  /** Why the synchronization fails at the smallest size at which the search saw it fail. */
  #failure: string | undefined

  constructor(
    connect: Connect | Integration,
    settings: CapacitySettings,
    recordsMax = recordsMaxDefault,
  ) {
    this.#connect = connect
    this.#settings = settings
    this.#recordsMax = recordsMax
  }

  async measure(): Promise<Capacity> {
    const { target, noun, windowMs, largest: isSearched } = this.#settings
    const first = await this.#run(firstSize(target), 'first, to find mistakes early')
    const runMax = Math.floor(this.#recordsMax / first.recordsPerSize)
    const isExtended = target > runMax
    if (isExtended) await this.#run(Math.floor(runMax / 2), 'for a line to the target')
    const last = isExtended
      ? await this.#run(runMax, 'for a line to the target')
      : await this.#run(target, 'as the target')
    const measured = this.#runs
    const [nothingRead] = nothingReadIn(measured)
    if (nothingRead !== undefined)
      throw new EmulatorError('nothing_read', {
        action: measureAction,
        reason: 'no record was read',
        advice: nothingRead,
      })
    const cost = isExtended ? extendLine(measured, target) : last.cost
    const fits = cost.durationMs <= windowMs
    const found = isSearched ? await this.#search(last, runMax) : undefined
    return createCapacity({
      version: 2,
      target,
      noun,
      ...cost,
      isExtended,
      sizes: this.#runs.map((run) => ({ size: run.size, ...run.cost })),
      windowMs,
      fits,
      // Note: a line that does not rise ends at the largest run, below a target that it reaches.
      largest: found ? Math.max(found.size, fits ? target : 0) : null,
      largestBasis: found?.basis ?? null,
      warnings: [
        ...warningsOf(measured, noun),
        ...(this.#failure === undefined ? [] : [this.#failure]),
      ],
      advice: last.usage.advice,
    })
  }

  async #run(size: number, reason: string): Promise<SyncRun> {
    const known = this.#runs.find((run) => run.size === size)
    return known ?? this.#add(await runSync(this.#options(size, reason)))
  }

  #search({ size }: SyncRun, runMax: number): ReturnType<typeof findLargest> {
    const { windowMs } = this.#settings
    const tooLarge = this.#runs.find(({ cost }) => cost.durationMs > windowMs)
    return findLargest({
      windowMs,
      limit: Math.min(runMax, size * searchFactor),
      points: this.#runs.map(pointOf),
      tooLarge,
      probe: (next) => this.#probe(next),
    })
  }

  /** Runs a size until the window ends. A synchronization that fails at the size does not fit. */
  async #probe(size: number): Promise<Probe> {
    try {
      const run = await runUntilWindowEnds(
        this.#options(size, 'to find the largest size that fits'),
      )
      return run.usage ? { fits: pointOf(this.#add(run)) } : { tooLarge: run }
    } catch (error) {
      if (!isSyncFailure(error)) throw error
      this.#failure = error.message
      return { tooLarge: { size, callsInWindow: undefined } }
    }
  }

  #options(size: number, reason: string): SyncRunOptions {
    return { connect: this.#connect, settings: this.#settings, size, reason }
  }

  #add(run: SyncRun): SyncRun {
    this.#runs = [...this.#runs, run].sort((a, b) => a.size - b.size)
    return run
  }
}

const pointOf = ({ size, cost: { calls, refused, durationMs } }: SyncRun): SizePoint => ({
  size,
  calls: calls - refused,
  durationMs,
})

/** Extends the line through the two largest runs to a size. */
function extendLine(runs: readonly SyncRun[], size: number): SyncCost {
  const [lower, upper] = runs.slice(-2) as [SyncRun, SyncRun]
  const ratio = (size - upper.size) / (upper.size - lower.size)
  const extend = (valueOf: (cost: SyncCost) => number): number => {
    const [from, to] = [valueOf(lower.cost), valueOf(upper.cost)]
    return Math.max(0, Math.round(to + (to - from) * ratio))
  }
  return {
    calls: extend(({ calls }) => calls),
    refused: extend(({ refused }) => refused),
    waitedMs: extend(({ waitedMs }) => waitedMs),
    durationMs: extend(({ durationMs }) => durationMs),
    perOperation: upper.cost.perOperation.map(({ operation }) => ({
      operation,
      calls: extend((cost) => callsOf(cost, operation)),
    })),
  }
}

const callsOf = ({ perOperation }: SyncCost, name: string): number =>
  perOperation.find(({ operation }) => operation === name)?.calls ?? 0

/** Adds the texts and the chart to the data of a capacity. */
const createCapacity = (data: CapacityData): Capacity => ({
  ...data,
  window: formatWindow(data.windowMs),
  summary: summarize(data),
  text: formatCapacity(data),
  toJSON: () => data,
  toSvg: () => chartDocument(capacityChart(data)),
})
