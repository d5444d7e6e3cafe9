/** Limits requests in windows of five minutes: per token, per application or per address. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Call, Check } from '../call.ts'
import type { WindowKind } from '../rate-limiter.ts'

/** The address of a request without `x-forwarded-for`. */
const defaultAddress = '127.0.0.1'

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
  'a window starts with its first request and has a fixed length; Retry-After counts to its end',
  {
    reason: 'the document only says "5-minute window"',
    alternatives: {
      sliding:
        'the requests of the last 5 minutes count; Retry-After counts to the next free place',
      aligned: 'a window starts at :00, :05 and so on of the clock; Retry-After counts to its end',
    },
  },
)

export const enforceRateLimit: Check = (call, { rateLimiter, now, alternatives }) => {
  call.behaviours.add(call.identity ? perToken : perAddress)
  call.behaviours.add(fixedWindow)
  const { traffic } = call.entry
  traffic.client = rateLimitKey(call)
  const retryAfter = rateLimiter.count(
    traffic.client,
    now(),
    (alternatives().get(fixedWindow.id) as WindowKind | undefined) ?? 'fixed',
    traffic,
  )
  if (retryAfter === undefined) return
  call.behaviours.add(retryAfterSeconds)
  throw new Problem(429, {
    headers: { 'retry-after': String(retryAfter) },
    reason: `the limit of requests is reached; the next request is accepted in ${retryAfter} s`,
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
