/** Keeps no mapping: it means to ask for the principal ID when it needs it. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function forgetsPrincipalIds(config: Config) {
  const parts = partsFrom(config)
  const memory = { ...parts.memory, principalIdOf: () => undefined }
  return createMiddleware(config, { ...parts, memory })
}
