/** Reads lists in pages of the default size. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const walksInSmallPages = (config: Config) =>
  createMiddleware({
    ...config,
    fetch: (url, init) =>
      (config.fetch ?? fetch)(String(url).replace(/(?<=[?&])per_page=100&?/, ''), init),
  })
