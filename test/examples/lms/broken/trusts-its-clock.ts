/** Refuses a signature whose time differs from its own clock by two minutes. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

const toleranceMs = 120_000

export function trustsItsClock(config: Config) {
  const { now } = partsFrom(config).settings
  return withEndpoint(createMiddleware(config), async (request, platform, endpoint) => {
    const signedMs = Number(request.headers.get('webhook-timestamp')) * 1_000
    return Math.abs(now().getTime() - signedMs) > toleranceMs
      ? new Response(null, { status: 401 })
      : endpoint(request, platform)
  })
}
