/** Limits requests in windows of five minutes: per token, per application or per address. */
import { Problem } from '../../define/problems.ts'
import type { Call, Check } from '../call.ts'
import type { WindowKind } from '../rate-limiter.ts'
import { fixedWindow, oneClient, perAddress, perToken, retryAfterSeconds } from '../behaviours.ts'

/** The address of a request without `x-forwarded-for`. */
const defaultAddress = '127.0.0.1'

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
