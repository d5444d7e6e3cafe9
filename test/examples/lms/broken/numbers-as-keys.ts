/** Identifies accounts by the user id of the course administration. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function numbersAsKeys(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = await parts.service.user(id)
      return user && { ...user, external_identity: { principal_id: String(id) } }
    },
  }
  return createMiddleware(config, { ...parts, service })
}
