/** Synchronizes the users that earlier events named, and no other ones. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function resyncsKnownUsersOnly(config: Config) {
  const parts = partsFrom(config)
  const isKnown = (user: number): boolean => parts.memory.principalIdOf(user) !== undefined
  const service = {
    ...parts.service,
    enrollmentsOn: async (edition: number) =>
      (await parts.service.enrollmentsOn(edition)).filter(({ student_id }) => isKnown(student_id)),
  }
  return createMiddleware(config, { ...parts, service })
}
