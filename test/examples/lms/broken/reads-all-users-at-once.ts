/** Reads all students of a class at the same time in a full synchronization. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function readsAllUsersAtOnce(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    async enrollmentsOn(edition: number) {
      const enrollments = await parts.service.enrollmentsOn(edition)
      await Promise.all(enrollments.map(({ student_id }) => parts.service.user(student_id)))
      return enrollments
    },
  }
  return createMiddleware(config, { ...parts, service })
}
