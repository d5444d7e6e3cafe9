/** Measures what a synchronization costs at a large size, from small runs and one full run. */
import { toOverrides } from '../../engine/model/settings.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import type { Connect, Integration } from '../scenario/integration.ts'
import type { RateLimit, WindowKind } from '../../engine/serve/rate-limiter.ts'
import type { Latency } from '../../engine/serve/latency.ts'
import { type Capacity, type PageSizeCost, type SizeCost, type SyncCost } from './capacity.ts'
import { assertNotCanceled, cancelableConnect, untilCanceled } from './cancelable-connect.ts'
import { createCapacity } from './capacity-result.ts'
import {
  badCapacity,
  type CapacityOptions,
  type CapacitySettings,
  capacitySettingsFrom,
  sizeMax,
} from './capacity-options.ts'
import {
  type CapacityModel,
  fitModel,
  type ModelReaction,
  type SimulatedService,
} from './capacity-model.ts'
import { warningsOf } from './capacity-warnings.ts'
import { reactionsOf } from './model-reactions.ts'
import { curveSizes, greatestSize, growthOf } from './operation-growth.ts'
import { runSync, type SyncRun } from './sync-run.ts'

/**
 * Measures whether a synchronization of a large tenant fits into its time window. It runs the real
 * synchronization at small sizes, predicts the calls and the duration at the target, and confirms the prediction
 * with a full run at the target. All durations are in milliseconds on the clock of the emulator.
 *
 * `connect` creates a new integration for each run. It must use the `fetch`, `now` and `sleep` of its connection.
 *
 * @throws EmulatorError for an invalid option, and if the synchronization throws, does not end,
 * gets no accepted answer, or ends after a 429 that it did not repeat
 * @example
 * const capacity = await measureCapacity(connect, {
 *   target: 100_000,
 *   window: '4h',
 *   latency: { readMs: 80, writeMs: 150 },
 * })
 * console.log(capacity.text)
 */
export async function measureCapacity(
  connect: Connect | Integration,
  options: CapacityOptions = {},
): Promise<Capacity> {
  if (typeof connect !== 'function' && !isObject(connect)) {
    throw badCapacity(
      `${quoteValue(connect)} is not an integration`,
      'Give a function that returns an integration, as for a scenario.',
    )
  }
  const settings = capacitySettingsFrom(options)
  const { signal } = settings
  const measurement = new CapacityMeasurement(cancelableConnect(connect, signal), settings)
  return untilCanceled(signal, measurement.measure())
}

/** The latency of the runs that show parallel calls, in milliseconds. */
const evenLatency: Latency = { readMs: 1_000, writeMs: 1_000 }

/** A model with its reaction, and the number of runs that it reproduces exactly. */
interface Candidate {
  readonly model: CapacityModel
  readonly reaction: ModelReaction
  readonly score: number
}

class CapacityMeasurement {
  readonly #connect: Connect | Integration
  readonly #settings: CapacitySettings
  readonly #unlimited: RateLimit
  #startMs = 0
  #failsAtLowLimit = false

  constructor(connect: Connect | Integration, settings: CapacitySettings) {
    this.#connect = connect
    this.#settings = settings
    this.#unlimited = { ...settings.rateLimit, requestsPerWindowMax: Infinity }
  }

  async measure(): Promise<Capacity> {
    const { sizes, latency, target, confirm } = this.#settings
    const free: SyncRun[] = []
    const even: SyncRun[] = []
    for (const size of sizes) {
      free.push(await this.#run(size, 'without a rate limit', latency, this.#unlimited))
      even.push(
        await this.#run(
          size,
          'with 1 s for each response, to find parallel calls',
          evenLatency,
          this.#unlimited,
        ),
      )
    }
    this.#startMs = (free[0] as SyncRun).startMs
    const measured: SyncRun[] = []
    for (const run of free) measured.push(await this.#limited(run))
    const { model, reaction } = await this.#bestCandidate(free, even, measured)
    const predicted = this.#predict(model, reaction, target)
    const full = confirm ? await this.#confirm() : undefined
    return this.#capacity({ model, reaction, measured, predicted, full })
  }

  async #run(
    size: number,
    reason: string,
    latency: Latency,
    rateLimit: RateLimit,
    traced = true,
  ): Promise<SyncRun> {
    assertNotCanceled(this.#settings.signal)
    const connect = this.#connect
    return runSync({ connect, settings: this.#settings, size, reason, latency, rateLimit, traced })
  }

  /** Repeats a run with the rate limit, if it exceeds the limit. */
  #limited(run: SyncRun): Promise<SyncRun> | SyncRun {
    const { latency, rateLimit } = this.#settings
    if (run.calls <= rateLimit.requestsPerWindowMax) return run
    return this.#run(run.size, 'with the rate limit', latency, rateLimit)
  }

  async #confirm(): Promise<SyncRun> {
    const { target, latency, rateLimit } = this.#settings
    return this.#run(target, 'to confirm the prediction', latency, rateLimit, false)
  }

  /** Runs the smallest size with a low limit, which shows what the integration does about a 429. */
  async #strictRun(free: SyncRun): Promise<{ run: SyncRun; rateLimit: RateLimit } | undefined> {
    const { latency, rateLimit } = this.#settings
    if (free.calls < 3 || rateLimit.requestsPerWindowMax === Infinity) return undefined
    const strict = { ...rateLimit, requestsPerWindowMax: Math.floor(free.calls / 3) }
    try {
      return {
        run: await this.#run(
          free.size,
          'with a low rate limit, to see the wait after a 429',
          latency,
          strict,
        ),
        rateLimit: strict,
      }
    } catch {
      // Note: an integration that stops at a 429 is fine as long as its calls stay below the limit.
      this.#failsAtLowLimit = true
      return undefined
    }
  }

  async #bestCandidate(
    free: readonly SyncRun[],
    even: readonly SyncRun[],
    measured: readonly SyncRun[],
  ): Promise<Candidate> {
    const { latency, rateLimit } = this.#settings
    const strict = await this.#strictRun(free[0] as SyncRun)
    const checks = [...measured.map((run) => ({ run, rateLimit })), ...(strict ? [strict] : [])]
    const candidates: Candidate[] = []
    for (const [runs, used] of [
      [even, evenLatency],
      [free, latency],
    ] as const) {
      const run = (size: number): Promise<SyncRun> =>
        this.#run(size, 'to decide between two formulas', used, this.#unlimited)
      const model = await fitModel(runs, run)
      for (const reaction of reactionsOf(model, strict, (limit) => this.#service(limit))) {
        const score = checks.filter((check) => {
          const { run: known, rateLimit: limit } = check
          return isEqualCost(known, model.simulate(known.size, this.#service(limit), reaction))
        }).length
        if (score === checks.length) return { model, reaction, score }
        candidates.push({ model, reaction, score })
      }
    }
    return candidates.reduce((best, each) => (each.score > best.score ? each : best))
  }

  #service(rateLimit: RateLimit): SimulatedService {
    const { latency, emulator } = this.#settings
    const windowKind = (toOverrides(emulator.assumptions ?? {})['rate.window'] ??
      'fixed') as WindowKind
    return {
      latency,
      rateLimit,
      startMs: this.#startMs,
      windowKind: ['sliding', 'aligned'].includes(windowKind) ? windowKind : 'fixed',
    }
  }

  #predict(
    model: CapacityModel,
    reaction: ModelReaction,
    size: number,
    limitMs?: number,
  ): SizeCost {
    const service = this.#service(this.#settings.rateLimit)
    const { calls, durationMs } = model.simulate(size, service, reaction, limitMs)
    return { size, calls, durationMs }
  }

  #capacity({ model, reaction, measured, predicted, full }: MeasuredParts): Capacity {
    const { target, noun, windowMs } = this.#settings
    const { calls, durationMs } = full ?? predicted
    const fits = durationMs <= windowMs
    const modelLargest = this.#largest(model, reaction)
    // Note: a full run is more reliable than the model.
    const largest = fits ? Math.max(modelLargest, target) : Math.min(modelLargest, target - 1)
    const isUnknown = this.#failsAtLowLimit && !full && predicted.calls > model.callsAt(target)
    const curveEnd = Math.max(target, Math.min(largest, target * 4))
    return createCapacity({
      version: 1,
      target,
      noun,
      calls,
      durationMs,
      predicted: costOf(predicted),
      confirmed: full !== undefined && isEqualCost(full, predicted),
      perOperation: growthOf(model, target),
      sizes: measured.map((run) => ({ size: run.size, ...costOf(run) })),
      pageSizes: this.#pageSizes(model, reaction, { calls, durationMs }),
      curve: curveSizes(measured[0]?.size ?? 1, curveEnd).map((size) =>
        this.#predict(model, reaction, size),
      ),
      windowMs,
      fits,
      largest,
      warnings: warningsOf([...measured, ...(full ? [full] : [])], isUnknown),
      advice: (full ?? (measured.at(-1) as SyncRun)).usage.advice,
    })
  }

  /** The cost with pages of 100 and of 25, and with the pages of the synchronization. */
  #pageSizes(model: CapacityModel, reaction: ModelReaction, known: SyncCost): PageSizeCost[] {
    const [used, ...others] = model.pageSizes
    if (used === undefined || others.length > 0) return []
    const perPages = [...new Set([used, 100, 25])].sort((a, b) => b - a)
    return perPages.map((perPage) => {
      if (perPage === used) return { perPage, ...known }
      const changed = model.withPageSize(used, perPage)
      return { perPage, ...costOf(this.#predict(changed, reaction, this.#settings.target)) }
    })
  }

  /** Searches the greatest size whose predicted duration fits into the window. */
  #largest(model: CapacityModel, reaction: ModelReaction): number {
    const { windowMs } = this.#settings
    const results = new Map<string, boolean>()
    // Note: sizes with the same calls take the same time.
    const fits = (size: number): boolean => {
      const key = [...model.countsAt(size).values()].join(' ')
      const isKnown = results.get(key)
      if (isKnown !== undefined) return isKnown
      const { durationMs } = this.#predict(model, reaction, size, windowMs)
      results.set(key, durationMs <= windowMs)
      return durationMs <= windowMs
    }
    const { calls, refused } = model.simulate(
      sizeMax,
      this.#service(this.#settings.rateLimit),
      reaction,
      windowMs,
    )
    const near = greatestSize(1, sizeMax, (size) => model.callsAt(size) <= calls - refused)
    let step = 1
    if (fits(near)) {
      while (near + step < sizeMax && fits(near + step)) step *= 2
      return greatestSize(near, Math.min(sizeMax, near + step), fits)
    }
    while (near - step > 0 && !fits(near - step)) step *= 2
    return greatestSize(Math.max(0, near - step), near, fits)
  }
}

interface MeasuredParts extends Pick<Candidate, 'model' | 'reaction'> {
  readonly measured: readonly SyncRun[]
  readonly predicted: SizeCost
  readonly full: SyncRun | undefined
}

const costOf = ({ calls, durationMs }: SyncCost): SyncCost => ({ calls, durationMs })

const isEqualCost = (one: SyncCost, other: SyncCost): boolean =>
  one.calls === other.calls && one.durationMs === other.durationMs
