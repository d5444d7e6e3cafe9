/** Limits requests in windows of five minutes: per token, per application or per address. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Cells } from '../../machine/cells.ts'
import { treeCodec } from '../../machine/codecs.ts'
import { compareScalars } from '../../machine/keys.ts'
import { withChange, emptyTree, type Tree } from '../../machine/tree.ts'
import type { Call, Check } from '../call.ts'

/** The maximum number of requests in a window. */
export interface RateLimit {
  /** The maximum; the next request in the window gets a 429. Documented: 500. */
  readonly requestsPerWindowMax: number
  /** The length of a window, in milliseconds. Documented: 300,000. */
  readonly windowMs: number
}

/** The documented limit. */
export const defaultRateLimit: RateLimit = { requestsPerWindowMax: 500, windowMs: 300_000 }

/** The address of a request without `x-forwarded-for`. */
export const defaultAddress = '127.0.0.1'

const perToken = behaviour(
  'rate.token',
  'a token or application can send 500 requests in 5 minutes',
)
const perAddress = behaviour(
  'rate.address',
  'an address can send 500 requests without a token in 5 minutes',
)
const retryAfterSeconds = behaviour(
  'rate.retry_after',
  'a request over the limit is answered with 429 and the seconds to wait in Retry-After',
)
const oneClient = assumed('rate.client', 'requests without a client address count as one client', {
  reason: 'requests inside one process have no network address',
})
const fixedWindow = assumed(
  'rate.window',
  'the window is fixed and starts with its first request; Retry-After counts to its end',
  {
    reason: 'the document only says "5-minute window"',
    alternative: 'the window slides: the requests of the last 5 minutes count',
  },
)

interface RateWindow {
  readonly openedAt: number
  readonly count: number
  /** The times of the requests in a sliding window. */
  readonly requestTimes: readonly number[]
}

const windowsForm = treeCodec<string, RateWindow>(compareScalars)

export interface RateLimiter {
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

export const enforceRateLimit: Check = (call, { rateLimiter, now, alternatives }) => {
  call.behaviours.add(call.identity ? perToken : perAddress)
  call.behaviours.add(fixedWindow)
  const retryAfter = rateLimiter.count(
    rateLimitKey(call),
    now(),
    alternatives().has(fixedWindow.id),
  )
  if (retryAfter === undefined) return
  call.behaviours.add(retryAfterSeconds)
  throw new Problem(429, {
    headers: { 'retry-after': String(retryAfter) },
    reason: `more requests came in one window than the limit; it ends in ${retryAfter} s`,
    behaviour: call.identity ? perToken : perAddress,
  })
}

function rateLimitKey({ identity, request, behaviours }: Call): string {
  if (identity?.application) return `application ${identity.application}`
  if (identity) return `token ${identity.token}`
  const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  if (!forwarded) behaviours.add(oneClient)
  return `address ${forwarded || defaultAddress}`
}
