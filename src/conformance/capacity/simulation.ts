/** Sends the calls of a pattern through the rate limiter of the emulator, in virtual time. */
import { createCells } from '../../engine/store/cells.ts'
import type { Latency } from '../../engine/serve/latency.ts'
import { latencyOf } from '../../engine/serve/latency.ts'
import {
  createRateLimiter,
  type RateLimit,
  type WindowKind,
} from '../../engine/serve/rate-limiter.ts'
import { type Pattern, playPattern, type Step } from './pattern.ts'

/** How parallel calls continue: each place takes the next call, or a batch starts when the last one is done. */
export type Parallelism = 'pool' | 'batches'

interface SimulationOptions {
  readonly pattern: Pattern
  /** The calls of each step. */
  readonly totals: ReadonlyMap<Step, number>
  readonly latency: Latency
  readonly rateLimit: RateLimit
  readonly windowKind: WindowKind
  readonly parallelism: Parallelism
  /** The start time on the clock, in milliseconds. Windows of the kind `aligned` depend on it. */
  readonly startMs: number
  /** The time that the integration waits in addition to Retry-After, in milliseconds. */
  readonly extraWaitMs: number
  /** The time after the last call, in milliseconds. */
  readonly tailMs: number
  /** Ends the simulation when its duration exceeds this number of milliseconds. Default: none. */
  readonly limitMs?: number
}

export interface SimulationResult {
  /** The calls, with those that were answered with 429. */
  readonly calls: number
  readonly refused: number
  readonly durationMs: number
}

export function simulate(options: SimulationOptions): SimulationResult {
  const { pattern, totals, startMs, tailMs, limitMs = Infinity } = options
  const simulation = new Simulation(options)
  for (const [step, calls] of playPattern(pattern, totals)) {
    simulation.play(step, calls)
    if (simulation.nowMs - startMs > limitMs) break
  }
  const { nowMs, calls, refused } = simulation
  return { calls, refused, durationMs: nowMs + tailMs - startMs }
}

class Simulation {
  nowMs: number
  calls = 0
  refused = 0
  readonly #options: SimulationOptions
  readonly #endMs: number
  readonly #limiter

  constructor(options: SimulationOptions) {
    this.#options = options
    this.nowMs = options.startMs
    this.#endMs = options.startMs + (options.limitMs ?? Infinity)
    this.#limiter = createRateLimiter(createCells({}), options.rateLimit)
  }

  play(step: Step, calls: number): void {
    const { segment } = step
    const width = Math.min(segment.width, calls)
    if (width <= 1) this.#playSerially(step, calls)
    else if (this.#options.parallelism === 'pool') this.#playPool(step, calls, width)
    else this.#playBatches(step, calls, width)
  }

  #playSerially({ segment }: Step, calls: number): void {
    if (this.#options.rateLimit.requestsPerWindowMax === Infinity && segment.methods.length === 1) {
      this.calls += calls
      this.nowMs += calls * (segment.gapMs + this.#latencyMs(segment.methods[0]))
      return
    }
    for (let call = 0; call < calls && this.nowMs <= this.#endMs; call += 1) {
      const method = segment.methods[call % segment.methods.length]
      this.nowMs = this.#complete(this.nowMs + segment.gapMs, method, segment.isLimited)
    }
  }

  #playBatches(step: Step, calls: number, width: number): void {
    for (let from = 0; from < calls && this.nowMs <= this.#endMs; from += width)
      this.#playPool(step, Math.min(width, calls - from), width)
  }

  /** Simulates attempts in the order of their times, as the emulator receives them. */
  #playPool({ segment }: Step, calls: number, width: number): void {
    let startedCalls = 0
    const attempts: { atMs: number; method: string | undefined }[] = []
    const startCall = (atMs: number): void => {
      const method = segment.methods[startedCalls % segment.methods.length]
      if (startedCalls < calls) insertByTime(attempts, { atMs: atMs + segment.gapMs, method })
      startedCalls += 1
    }
    for (let place = 0; place < width; place += 1) startCall(this.nowMs)
    for (let next = attempts.shift(); next; next = attempts.shift()) {
      const { method } = next
      const { endMs, retryMs } = this.#attempt(next.atMs, method, segment.isLimited)
      this.nowMs = Math.max(this.nowMs, endMs)
      if (retryMs === undefined) startCall(endMs)
      else insertByTime(attempts, { atMs: retryMs, method })
      if (this.nowMs > this.#endMs) return
    }
  }

  /** Repeats a call until it is accepted. Returns its end. */
  #complete(atMs: number, method: string | undefined, isLimited: boolean): number {
    for (let nextMs = atMs; ;) {
      const { endMs, retryMs } = this.#attempt(nextMs, method, isLimited)
      if (retryMs === undefined || retryMs > this.#endMs) return Math.max(endMs, retryMs ?? 0)
      nextMs = retryMs
    }
  }

  #attempt(
    atMs: number,
    method: string | undefined,
    isLimited: boolean,
  ): { readonly endMs: number; readonly retryMs: number | undefined } {
    const { windowKind, extraWaitMs } = this.#options
    this.calls += 1
    const endMs = atMs + this.#latencyMs(method)
    const retryAfter = isLimited ? this.#limiter.count('client', atMs, windowKind) : undefined
    if (retryAfter === undefined) return { endMs, retryMs: undefined }
    this.refused += 1
    return { endMs, retryMs: endMs + retryAfter * 1_000 + extraWaitMs }
  }

  #latencyMs(method = 'GET'): number {
    return latencyOf(this.#options.latency, method)
  }
}

/** Inserts after the attempts of the same time. */
function insertByTime<T extends { readonly atMs: number }>(sorted: T[], item: T): void {
  let at = sorted.length
  while (at > 0 && (sorted[at - 1] as T).atMs > item.atMs) at -= 1
  sorted.splice(at, 0, item)
}
