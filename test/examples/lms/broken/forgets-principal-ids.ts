/** Stores no principal IDs, and reads them from the API when it needs them. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function forgetsPrincipalIds(config: Config) {
  const parts = partsFrom(config)
  const memory = { ...parts.memory, principalIdOf: () => undefined }
  return createMiddleware(config, { ...parts, memory })
}
