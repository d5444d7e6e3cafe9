/** Repeats a write that is answered 409 or 422 nine times, a minute apart. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

const attemptsMax = 10

export function repeatsRefusedWrites(config: Config) {
  const parts = partsFrom(config)
  async function setPrincipalId(id: number, principalId: string, attempt = 1): Promise<void> {
    try {
      await parts.service.setPrincipalId(id, principalId)
    } catch (error) {
      const isRefused = error instanceof CallFailed && [409, 422].includes(error.status)
      if (!isRefused || attempt === attemptsMax) throw error
      await parts.settings.sleep(60_000)
      await setPrincipalId(id, principalId, attempt + 1)
    }
  }
  return createMiddleware(config, { ...parts, service: { ...parts.service, setPrincipalId } })
}
