/** Matches users and accounts by email only. The accounts have no principal IDs. */
import type { Config } from '../middleware/config.ts'
import type { Account } from '../middleware/lms-api.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function matchesByEmailOnly(config: Config) {
  const parts = partsFrom(config)
  const lms = {
    ...parts.lms,
    withExternalId: async () => undefined,
    change: (id: string, { external_id: _, ...fields }: Partial<Account>) =>
      parts.lms.change(id, fields),
  }
  return createMiddleware(config, { ...parts, lms })
}
