/** Writes the name of a user back that it read before, together with the principal ID. */
import type { User } from '../middleware/administration.ts'
import type { Config } from '../middleware/config.ts'
import { createSend } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function writesTheWholeUser(config: Config) {
  const parts = partsFrom(config)
  const { baseUrl, token } = config
  const send = createSend(parts.settings, { authorization: `Bearer ${token}` })
  const users = new Map<number, User>()
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = await parts.service.user(id)
      if (user) users.set(id, user)
      return user
    },
    async setPrincipalId(id: number, principalId: string) {
      await parts.service.setPrincipalId(id, principalId)
      const { first_name, last_name } = users.get(id) as User
      await send('PUT', `${baseUrl}/users/${id}`, { first_name, last_name })
    },
  }
  return createMiddleware(config, { ...parts, service })
}
