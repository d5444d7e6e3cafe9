/** Counts requests per client in windows. */
import type { Cells } from '../machine/cells.ts'
import { treeCodec } from '../machine/codecs.ts'
import { compareScalars } from '../machine/keys.ts'
import { withChange, emptyTree, type Tree } from '../machine/tree.ts'

/** The maximum number of requests in a window. */
export interface RateLimit {
  /** The maximum; the next request in the window gets a 429. Documented: 500. */
  readonly requestsPerWindowMax: number
  /** The length of a window, in milliseconds. Documented: 300,000. */
  readonly windowMs: number
}

/** The documented limit. */
export const defaultRateLimit: RateLimit = { requestsPerWindowMax: 500, windowMs: 300_000 }

interface RateWindow {
  readonly openedAt: number
  readonly count: number
  /** The times of the requests in a sliding window. */
  readonly requestTimes: readonly number[]
}

const windowsForm = treeCodec<string, RateWindow>(compareScalars)

export interface RateLimiter {
  /** The length of a window, in seconds. */
  readonly windowSeconds: number
  /** Counts a request. Returns the seconds to wait if the request exceeds the limit. */
  count(key: string, nowMs: number, isSliding: boolean): number | undefined
}

export function createRateLimiter(cells: Cells, limit: RateLimit): RateLimiter {
  const windows = cells.cell<Tree<string, RateWindow>>(
    'rate.windows',
    emptyTree<string, RateWindow>(compareScalars),
    windowsForm,
  )

  function currentWindow(key: string, nowMs: number, isSliding: boolean): RateWindow {
    const window = windows.value.get(key)
    const fresh = { openedAt: nowMs, count: 0, requestTimes: [] }
    if (!window) return fresh
    if (!isSliding) return nowMs - window.openedAt >= limit.windowMs ? fresh : window
    const requestTimes = window.requestTimes.filter((time) => nowMs - time < limit.windowMs)
    return { openedAt: requestTimes[0] ?? nowMs, count: requestTimes.length, requestTimes }
  }

  return {
    windowSeconds: Math.ceil(limit.windowMs / 1_000),
    count(key, nowMs, isSliding) {
      const window = currentWindow(key, nowMs, isSliding)
      if (window.count >= limit.requestsPerWindowMax) {
        return Math.max(1, Math.ceil((window.openedAt + limit.windowMs - nowMs) / 1_000))
      }
      const requestTimes = isSliding ? [...window.requestTimes, nowMs] : window.requestTimes
      const next = { openedAt: window.openedAt, count: window.count + 1, requestTimes }
      windows.value = withChange(windows.value, (tree) => tree.set(key, next))
      return undefined
    },
  }
}
