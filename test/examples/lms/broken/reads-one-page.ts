/** Ignores the Link header, so that it reads only the first page of a list. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const readsOnePage = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      const headers = new Headers(response.headers)
      headers.delete('link')
      return new Response(response.body, { status: response.status, headers })
    },
  })
