/** Treats a refused request for a user like a deleted user. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function takesRefusedForGone(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    user: (id: number) =>
      parts.service.user(id).catch((error: unknown) => {
        if (error instanceof CallFailed && error.status < 500) return undefined
        throw error
      }),
    assertReadable: () => Promise.resolve(),
  }
  return createMiddleware(config, { ...parts, service })
}
