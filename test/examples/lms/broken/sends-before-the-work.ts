/** Sends the message before the work of the job, so that each attempt of the job sends it again. */
import type { Config } from '../middleware/config.ts'
import { createMail } from '../variants/mail.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'
import { welcomeWithoutKey } from '../variants/welcome.ts'

export function sendsBeforeTheWork(config: Config) {
  const parts = partsFrom(config)
  const mail = createMail(parts.settings.storage)
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async 'enrollment.created'(data) {
          await welcomeWithoutKey(mail, data)
          await handlers['enrollment.created']?.(data)
        },
      }
    },
  })
}
