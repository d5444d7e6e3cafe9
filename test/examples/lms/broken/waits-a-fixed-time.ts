/** Waits 30 seconds after each 429, whatever Retry-After asks for. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const waitsAFixedTime = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      if (response.status !== 429) return response
      const headers = new Headers(response.headers)
      headers.set('retry-after', '30')
      return new Response(response.body, { status: 429, headers })
    },
  })
