/** Reads only the enrollments that did not start yet. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const resyncsConfirmedEnrollments = (config: Config) =>
  createMiddleware({
    ...config,
    fetch: (url, init) =>
      (config.fetch ?? fetch)(
        String(url).replace(
          '/enrollments?planned_course_id',
          '/enrollments?status[]=confirmed&planned_course_id',
        ),
        init,
      ),
  })
