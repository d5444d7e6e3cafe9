/** Ignores that the service refuses to store a principal ID. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function ignoresARefusedWrite(config: Config) {
  const parts = partsFrom(config)
  const service = {
    ...parts.service,
    setPrincipalId: (id: number, principalId: string) =>
      parts.service.setPrincipalId(id, principalId).catch((error: unknown) => {
        if (!(error instanceof CallFailed && error.status === 403)) throw error
      }),
  }
  return createMiddleware(config, { ...parts, service })
}
