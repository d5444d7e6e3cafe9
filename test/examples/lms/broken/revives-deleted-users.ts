/** Uses its copy of a user when an enrollment event refers to a user who is gone. */
import type { Enrollment, User } from '../middleware/administration.ts'
import type { Config } from '../middleware/config.ts'
import type { Services } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function revivesDeletedUsers(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = await parts.service.user(id)
      if (user) storage.set(`copy ${id}`, user)
      return user
    },
  }
  return createMiddleware(config, {
    ...parts,
    service,
    handlersFor(services: Services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async 'enrollment.created'(data) {
          await handlers['enrollment.created']?.(data)
          const { student_id: id } = data as unknown as Enrollment
          const copy = storage.get<User>(`copy ${id}`)
          if (copy && !(await service.user(id))) await services.people.ensure(copy)
        },
      }
    },
  })
}
