/** Sends a message in each synchronization, also if nothing changed. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'
import { createMail } from '../variants/mail.ts'

export function reportsEachResync(config: Config) {
  const parts = partsFrom(config)
  const mail = createMail(parts.settings.storage)
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async resync(data) {
          await handlers.resync?.(data)
          await mail.send('The LMS is synchronized')
        },
      }
    },
  })
}
