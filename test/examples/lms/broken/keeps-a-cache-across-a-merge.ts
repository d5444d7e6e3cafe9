/** Caches users until they are updated or deleted, and forgets that a merge deletes a user too. */
import type { Config } from '../middleware/config.ts'
import type { User } from '../middleware/administration.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function keepsACacheAcrossAMerge(config: Config) {
  const parts = partsFrom(config)
  const cache = new Map<number, User>()
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = cache.get(id) ?? (await parts.service.user(id))
      if (user) cache.set(id, user)
      return user
    },
  }
  return createMiddleware(config, {
    ...parts,
    service,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      const clearing = (event: string) => async (data: Record<string, unknown>) => {
        cache.delete(data.id as number)
        await handlers[event]?.(data)
      }
      return {
        ...handlers,
        'user.updated': clearing('user.updated'),
        'user.deleted': clearing('user.deleted'),
      }
    },
  })
}
