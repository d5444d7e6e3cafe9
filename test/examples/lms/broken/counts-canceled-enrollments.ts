/** Lists enrollments without a filter, so that canceled enrollments give access. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const countsCanceledEnrollments = (config: Config) =>
  createMiddleware({
    ...config,
    fetch: (url, init) =>
      (config.fetch ?? fetch)(String(url).replace('&with_canceled=false', ''), init),
  })
