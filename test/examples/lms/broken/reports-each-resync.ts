/** Sends a message at the start of each synchronization, also if nothing changed. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'
import { createMail } from '../variants/mail.ts'

export function reportsEachResync(config: Config) {
  const parts = partsFrom(config)
  const middleware = createMiddleware(config, parts)
  const mail = createMail(parts.settings.storage)
  return {
    ...middleware,
    async resync() {
      await mail.send('The LMS is synchronized')
      await middleware.resync()
    },
  }
}
