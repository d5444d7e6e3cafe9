/** Opens the LMS link of an edition with the headers of its calls to the service. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function opensLinksWithItsToken(config: Config) {
  const parts = partsFrom(config)
  const { token, fetch } = parts.settings
  const service = {
    ...parts.service,
    async edition(id: number) {
      const edition = await parts.service.edition(id)
      const headers = { authorization: `Bearer ${token}` }
      if (edition?.lms_link) await fetch(edition.lms_link, { headers }).catch(() => undefined)
      return edition
    },
  }
  return createMiddleware(config, { ...parts, service })
}
