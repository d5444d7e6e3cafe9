/** Caches the enrollments of a student until an enrollment event. A merge moves enrollments without one. */
import type { Config } from '../middleware/config.ts'
import type { Enrollment } from '../middleware/administration.ts'
import type { EventData } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function keepsACacheAcrossAMerge(config: Config) {
  const parts = partsFrom(config)
  const cache = new Map<number, Enrollment[]>()
  const service = {
    ...parts.service,
    async enrollmentsOf(student: number) {
      const enrollments = cache.get(student) ?? (await parts.service.enrollmentsOf(student))
      cache.set(student, enrollments)
      return enrollments
    },
  }
  return createMiddleware(config, {
    ...parts,
    service,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      const clearing = (event: string) => async (data: EventData) => {
        cache.delete(data.student_id as number)
        await handlers[event]?.(data)
      }
      return {
        ...handlers,
        'enrollment.created': clearing('enrollment.created'),
        'enrollment.updated': clearing('enrollment.updated'),
      }
    },
  })
}
