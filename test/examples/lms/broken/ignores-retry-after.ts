/** Repeats a call at once after a 429, until it succeeds. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const ignoresRetryAfter = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      for (;;) {
        const response = await (config.fetch ?? fetch)(url, init)
        if (response.status !== 429) return response
      }
    },
  })
