/** Repeats a write that is answered 409 or 422 each hour, until it is accepted. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function insistsOnRefusedWrites(config: Config) {
  const parts = partsFrom(config)
  async function setPrincipalId(id: number, principalId: string): Promise<void> {
    try {
      await parts.service.setPrincipalId(id, principalId)
    } catch (error) {
      if (!(error instanceof CallFailed && [409, 422].includes(error.status))) throw error
      await parts.settings.sleep(3_600_000)
      await setPrincipalId(id, principalId)
    }
  }
  return createMiddleware(config, { ...parts, service: { ...parts.service, setPrincipalId } })
}
