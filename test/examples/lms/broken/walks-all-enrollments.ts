/** Reads all enrollments to find those of a student. */
import { createService } from '../middleware/administration.ts'
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function walksAllEnrollments(config: Config) {
  const parts = partsFrom(config)
  const { settings } = parts
  const withoutFilter = createService({
    ...settings,
    fetch: (url, init) => settings.fetch(String(url).replace(/student_id=\d+&/, ''), init),
  })
  const service = {
    ...parts.service,
    async enrollmentsOf(student: number) {
      const enrollments = await withoutFilter.enrollmentsOf(student)
      return enrollments.filter(({ student_id }) => student_id === student)
    },
  }
  return createMiddleware(config, { ...parts, service })
}
