/** When an exploration ends before it has run everything. */
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'
import type { Coverage } from './coverage.ts'
import type { ExploreOptions, ExploreSettings } from './explore-options.ts'
import type { RunOutcome } from '../run/outcome.ts'

export class ExplorationLimits {
  readonly #settings: Pick<ExploreSettings, 'timeMs' | 'until'>
  readonly #signal: AbortSignal | undefined
  readonly #startedMs = monotonicNowMs()
  #isHeldByHost = false

  constructor(
    settings: Pick<ExploreSettings, 'timeMs' | 'until'>,
    { signal }: Pick<ExploreOptions, 'signal'>,
  ) {
    this.#settings = settings
    this.#signal = signal
  }

  /** Notes a run. After one that waits for a timer of the host, others would wait as well. */
  note({ hung, hostTimer }: Pick<RunOutcome, 'hung' | 'hostTimer'>): void {
    this.#isHeldByHost ||= hung !== undefined && hostTimer !== undefined
  }

  /** Why the exploration ends early; undefined if it does not. */
  cutReason(): Coverage['cut'] {
    if (this.#signal?.aborted) return 'canceled'
    if (this.#isHeldByHost) return 'host'
    const { timeMs } = this.#settings
    return timeMs !== undefined && monotonicNowMs() - this.#startedMs > timeMs ? 'time' : undefined
  }

  /** Whether the exploration ends with this number of failures. */
  isOver(failureCount: number): boolean {
    const hasEnough = this.#settings.until === 'first' && failureCount > 0
    return hasEnough || this.cutReason() !== undefined
  }
}
