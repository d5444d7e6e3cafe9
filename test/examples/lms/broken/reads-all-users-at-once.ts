/** Reads all students of a class at the same time in a full synchronization. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function readsAllUsersAtOnce(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    async studentsOn(edition: number) {
      const ids = await parts.service.studentsOn(edition)
      await Promise.all(ids.map((id) => parts.service.user(id)))
      return ids
    },
  }
  return createMiddleware(config, { ...parts, service })
}
