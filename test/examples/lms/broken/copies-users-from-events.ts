/** Copies the user of an event into the account, without reading the current user. */
import type { User } from '../middleware/administration.ts'
import type { Config } from '../middleware/config.ts'
import type { Services } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function copiesUsersFromEvents(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    handlersFor: (services: Services) => ({
      ...parts.handlersFor(services),
      async 'user.updated'(data) {
        const user = data as unknown as User
        const account = await services.people.match(user)
        if (account) await services.people.update(user, account)
      },
    }),
  })
}
