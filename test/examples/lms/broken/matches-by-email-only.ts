/** Matches users and accounts by email only. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function matchesByEmailOnly(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    lms: { ...parts.lms, withExternalId: async () => undefined },
  })
}
