/** Applies the payload of an event, which may be outdated when it arrives. */
import type { Config } from '../middleware/config.ts'
import type { EventData } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function trustsThePayload(config: Config) {
  const parts = partsFrom(config)
  const { lms, service, settings } = parts
  return createMiddleware(config, {
    ...parts,
    handlersFor(doers) {
      async function believe({ student_id, planned_course_id, status }: EventData): Promise<void> {
        const edition = await service.edition(planned_course_id as number)
        const user = await service.user(student_id as number)
        if (!edition?.lms_link || !user) return
        const { id } = await doers.people.ensure(user)
        const key = `${settings.keyPrefix}${edition.id}`
        await lms.putCourse(key, await service.courseName(edition.course_id))
        if (status === 'canceled') await lms.dismiss(key, 'students', id)
        else await lms.admit(key, 'students', id)
      }
      const enrollments = { 'enrollment.created': believe, 'enrollment.updated': believe }
      return { ...parts.handlersFor(doers), ...enrollments }
    },
  })
}
