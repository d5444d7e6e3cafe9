/** Reads the orders of each student, although nothing depends on them. */
import type { Config } from '../middleware/config.ts'
import { createSend } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function readsOrdersOfAStudent(config: Config) {
  const parts = partsFrom(config)
  const { baseUrl, token } = parts.settings
  const send = createSend(parts.settings, { authorization: `Bearer ${token}` })
  const service = {
    ...parts.service,
    async user(id: number) {
      await send('GET', `${baseUrl}/orders?per_page=1`).catch(() => undefined)
      return parts.service.user(id)
    },
  }
  return createMiddleware(config, { ...parts, service })
}
