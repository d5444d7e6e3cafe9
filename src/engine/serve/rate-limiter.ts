/** Counts requests per client in windows. */
import type { Cells } from '../store/cells.ts'
import { treeCodec } from '../store/codecs.ts'
import { limitCheck, wholeNumberCheck } from '../errors/argument-checks.ts'
import { defaultsOf, type Named, option, type OptionsOf, type ValuesOf } from '../errors/options.ts'
import { isCount, isListOf, isMoment, isObjectOf, isText } from '../errors/json-checks.ts'
import type { RateUse } from '../journal/kinds/request.ts'
import { compareScalars } from '../store/keys.ts'
import { changeTree, emptyTree, type Tree, treeFromSorted } from '../store/tree.ts'

/** The maximum number of requests in a window. */
export const rateLimitOptions = {
  /** The maximum; the next request in the window gets a 429. Default: 500, as documented. */
  requestsPerWindowMax: option<number>(limitCheck(0), 500),
  /** The length of a window, in milliseconds. Default: 300,000, as documented. */
  windowMs: option<number>(wholeNumberCheck(1), 300_000),
}

/** The maximum number of requests in a window. Each option has a default. */
export interface RateLimitOptions extends OptionsOf<typeof rateLimitOptions>, Named {}

export interface RateLimit extends ValuesOf<typeof rateLimitOptions> {}

/** The documented limit. */
export const defaultRateLimit: RateLimit = defaultsOf(rateLimitOptions)

/**
 * The maximum number of stored windows. Above it, the expired windows are forgotten, and then the oldest
 * windows, until half of the maximum is left.
 */
export const rateWindowsMax = 2_000

/** The cell with the windows. */
export const rateWindowsCell = 'rate.windows'

interface RateWindow {
  readonly openedAt: number
  readonly count: number
  /** The times of the requests in a sliding window. */
  readonly requestTimes: readonly number[]
}

/**
 * How windows begin: `fixed` with their first request, `aligned` at multiples of their length on the
 * clock. A `sliding` window ends now.
 */
export type WindowKind = 'fixed' | 'sliding' | 'aligned'

/** The time from which the window expires: a sliding window contains the requests after its first one. */
const lastRequestMs = ({ openedAt, requestTimes }: RateWindow): number =>
  requestTimes.at(-1) ?? openedAt

const windowsForm = treeCodec<string, RateWindow>(compareScalars, {
  noun: 'rate limit windows',
  isKey: isText,
  isValue: isObjectOf({ openedAt: isMoment, count: isCount, requestTimes: isListOf(isMoment) }),
})

export interface RateLimiter {
  /** The length of a window, in seconds. */
  readonly windowSeconds: number
  /**
   * Counts a request. Returns the seconds to wait if the request exceeds the limit. Stores the use of the
   * window in `use`.
   */
  count(key: string, nowMs: number, kind: WindowKind, use?: RateUse): number | undefined
}

export function createRateLimiter(cells: Cells, limit: RateLimit): RateLimiter {
  const windows = cells.cell<Tree<string, RateWindow>>(
    rateWindowsCell,
    emptyTree<string, RateWindow>(compareScalars),
    windowsForm,
  )

  function currentWindow(key: string, nowMs: number, kind: WindowKind): RateWindow {
    const window = windows.value.get(key)
    const alignedStart = nowMs - (nowMs % limit.windowMs)
    const openedAt = kind === 'aligned' ? alignedStart : nowMs
    const fresh = { openedAt, count: 0, requestTimes: [] }
    if (!window) return fresh
    if (kind === 'aligned')
      return window.openedAt < alignedStart ? fresh : { ...window, openedAt: alignedStart }
    if (kind === 'fixed') return nowMs - window.openedAt >= limit.windowMs ? fresh : window
    const requestTimes = window.requestTimes.filter((time) => nowMs - time < limit.windowMs)
    return { openedAt: requestTimes[0] ?? nowMs, count: requestTimes.length, requestTimes }
  }

  /** Forgets expired and old windows. Half of the maximum stays, so that few calls pay for this. */
  function forgetOldWindows(nowMs: number): void {
    const current = windows.value
      .toArray()
      .filter(([, window]) => nowMs - lastRequestMs(window) < limit.windowMs)
      .sort(([, a], [, b]) => b.openedAt - a.openedAt)
      .slice(0, rateWindowsMax / 2)
      .sort(([a], [b]) => compareScalars(a, b))
    windows.value = treeFromSorted(current, compareScalars)
  }

  return {
    windowSeconds: Math.ceil(limit.windowMs / 1_000),
    count(key, nowMs, kind, use) {
      const window = currentWindow(key, nowMs, kind)
      if (use) {
        use.windowStart = window.openedAt
        use.windowUse = Math.min(window.count + 1, limit.requestsPerWindowMax)
      }
      if (window.count >= limit.requestsPerWindowMax) {
        return Math.max(1, Math.ceil((window.openedAt + limit.windowMs - nowMs) / 1_000))
      }
      const requestTimes =
        kind === 'sliding' ? [...window.requestTimes, nowMs] : window.requestTimes
      const next = { openedAt: window.openedAt, count: window.count + 1, requestTimes }
      changeTree(windows, (tree) => tree.set(key, next))
      if (windows.value.size > rateWindowsMax) forgetOldWindows(nowMs)
      return undefined
    },
  }
}
