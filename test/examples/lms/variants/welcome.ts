/** Sends a welcome message for each new enrollment. A synchronization sends none. */
import type { Config } from '../middleware/config.ts'
import type { EventData } from '../middleware/handlers.ts'
import {
  createMiddleware,
  type Middleware,
  type Parts,
  partsFrom,
} from '../middleware/middleware.ts'
import { createMail, type Mail } from './mail.ts'

/** Sends the message for the enrollment of an event. */
export type Welcome = (mail: Mail, data: EventData) => Promise<void>

export const welcomeText = ({ student_id }: EventData): string => `Welcome, user ${student_id}`

/** The key is the enrollment, so that the mail server sends the message once. */
const welcomeWithKey: Welcome = (mail, data) =>
  mail.send(welcomeText(data), `welcome ${String(data.id)}`)

/** For a mail server without keys. */
export const welcomeWithoutKey: Welcome = (mail, data) => mail.send(welcomeText(data))

export function createWelcoming(
  config: Config,
  parts: Parts = partsFrom(config),
  welcome: Welcome = welcomeWithKey,
): Middleware {
  const mail = createMail(parts.settings.storage)
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async 'enrollment.created'(data) {
          await handlers['enrollment.created']?.(data)
          await welcome(mail, data)
        },
      }
    },
  })
}
