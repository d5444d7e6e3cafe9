/** Takes a page with fewer records than it asked for as the last page. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

const pageSize = 100

export const stopsAtAShortPage = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      if (!response.headers.has('link')) return response
      const records = (await response.clone().json()) as unknown[]
      const headers = new Headers(response.headers)
      if (records.length < pageSize) headers.delete('link')
      return new Response(response.body, { status: response.status, headers })
    },
  })
