/** Matches by email, and never writes the principal ID to the course administration. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function writesNothingBack(config: Config) {
  const parts = partsFrom(config)
  const service = { ...parts.service, setPrincipalId: async () => undefined }
  return createMiddleware(config, { ...parts, service })
}
