/** Treats an absent principal ID like a principal ID of null. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function takesAbsentForNull(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = await parts.service.user(id)
      return (
        user && { ...user, external_identity: user.external_identity ?? { principal_id: null } }
      )
    },
  }
  return createMiddleware(config, { ...parts, service })
}
