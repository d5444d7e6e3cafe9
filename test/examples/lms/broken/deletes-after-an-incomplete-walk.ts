/** Takes the pages before a failed page for the whole list, and removes the members of the other pages. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const deletesAfterAnIncompleteWalk = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      const isNextPage = /[?&](cursor|page)=/.test(String(url))
      return isNextPage && response.status >= 500 ? Response.json([]) : response
    },
  })
