/** Assumes that windows follow each other from its first call, and waits until such a window ends. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

const windowMs = 300_000

export function countsOnlyItsOwnCalls(config: Config) {
  const { now, fetch } = partsFrom(config).settings
  let firstMs: number | undefined
  return createMiddleware({
    ...config,
    async fetch(url, init) {
      const calledMs = now().getTime()
      firstMs ??= calledMs
      const response = await fetch(url, init)
      if (response.status !== 429) return response
      const waitMs = windowMs - ((calledMs - firstMs) % windowMs)
      const headers = new Headers(response.headers)
      headers.set('retry-after', String(waitMs / 1_000))
      return new Response(response.body, { status: 429, headers })
    },
  })
}
