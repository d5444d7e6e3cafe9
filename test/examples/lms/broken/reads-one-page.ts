/** Ignores the Link header, so that it reads only the first page of a list, of the default size. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const readsOnePage = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const address = String(url).replace(/[?&]per_page=100/, '')
      const response = await (config.fetch ?? fetch)(address, init)
      const headers = new Headers(response.headers)
      headers.delete('link')
      return new Response(response.body, { status: response.status, headers })
    },
  })
