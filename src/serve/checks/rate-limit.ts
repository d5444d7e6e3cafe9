/** Counts requests in windows of five minutes: per token, per application, or per address. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Cells } from '../../machine/cells.ts'
import { treeForm } from '../../machine/codecs.ts'
import { compareScalars } from '../../machine/keys.ts'
import { changed, emptyTree, type Tree } from '../../machine/tree.ts'
import type { Call, Check } from '../call.ts'

/** How many requests are answered in which time. */
export interface RateLimit {
  /** One more in a window is answered 429. Documented: 500. */
  readonly requestsPerWindowMax: number
  /** The length of a window, in milliseconds. Documented: 300,000. */
  readonly windowMs: number
}

/** As documented. */
export const rateLimit: RateLimit = { requestsPerWindowMax: 500, windowMs: 300_000 }

/** A request that names no address comes from here. */
export const addressDefault = '127.0.0.1'

const perToken = behaviour('rate.token', '500 requests in 5 minutes per token or application')
const perAddress = behaviour(
  'rate.address',
  '500 requests without a token in 5 minutes per address',
)
const retryAfterSeconds = behaviour(
  'rate.retry_after',
  'over the limit the answer is 429, with the seconds to wait in Retry-After',
)
const oneClient = assumed('rate.client', 'requests that name no address come from the same one', {
  because: 'in one process there is no network that could tell clients apart',
})
const fixedWindow = assumed(
  'rate.window',
  'the window is opened by its first request and then stands; Retry-After counts to its end',
  {
    because: 'the document says "5-minute window" and no more',
    instead: 'the window slides: the requests of the last 5 minutes count',
  },
)

interface Window {
  readonly openedAt: number
  readonly count: number
  /** The moments of the requests that count, where the window slides. */
  readonly moments: readonly number[]
}

const windowsForm = treeForm<string, Window>(compareScalars)

export interface Throttle {
  /** Counts a request; gives the seconds to wait if it is one too many. */
  count(key: string, nowMs: number, sliding: boolean): number | undefined
}

export function createThrottle(cells: Cells, limit: RateLimit): Throttle {
  const windows = cells.cell<Tree<string, Window>>(
    'rate.windows',
    emptyTree<string, Window>(compareScalars),
    windowsForm,
  )

  function open(key: string, nowMs: number, sliding: boolean): Window {
    const window = windows.value.get(key)
    const fresh = { openedAt: nowMs, count: 0, moments: [] }
    if (!window) return fresh
    if (!sliding) return nowMs - window.openedAt >= limit.windowMs ? fresh : window
    const moments = window.moments.filter((moment) => nowMs - moment < limit.windowMs)
    return { openedAt: moments[0] ?? nowMs, count: moments.length, moments }
  }

  return {
    count(key, nowMs, sliding) {
      const window = open(key, nowMs, sliding)
      if (window.count >= limit.requestsPerWindowMax) {
        return Math.max(1, Math.ceil((window.openedAt + limit.windowMs - nowMs) / 1_000))
      }
      const moments = sliding ? [...window.moments, nowMs] : window.moments
      const next = { openedAt: window.openedAt, count: window.count + 1, moments }
      windows.value = changed(windows.value, (tree) => tree.set(key, next))
      return undefined
    },
  }
}

export const throttle: Check = (call, { throttle: windows, now, readings }) => {
  call.used.push((call.identity ? perToken : perAddress).number, fixedWindow.number)
  const retryAfter = windows.count(keyOf(call), now(), readings().has(fixedWindow.id))
  if (retryAfter === undefined) return
  call.used.push(retryAfterSeconds.number)
  throw new Problem(429, {
    headers: { 'retry-after': String(retryAfter) },
    because: `more requests came in one window than the limit; it ends in ${retryAfter} s`,
    behaviour: call.identity ? perToken : perAddress,
  })
}

function keyOf({ identity, request, used }: Call): string {
  if (identity?.application) return `application ${identity.application}`
  if (identity) return `token ${identity.token}`
  const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  if (!forwarded) used.push(oneClient.number)
  return `address ${forwarded || addressDefault}`
}
