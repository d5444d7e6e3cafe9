/** Creates accounts, and never changes a name, an email or a language. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function neverUpdatesAccounts(config: Config) {
  const parts = partsFrom(config)
  const { change } = parts.lms
  const lms: typeof parts.lms = {
    ...parts.lms,
    change: (id, { name: _, email: __, language: ___, ...rest }) => change(id, rest),
  }
  return createMiddleware(config, { ...parts, lms })
}
