/** Reads a user in the first attempt of a job, and applies that result in each later attempt. */
import type { Config } from '../middleware/config.ts'
import type { User } from '../middleware/administration.ts'
import type { EventData, Handlers } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

type Users = Map<number, User | undefined>

export function appliesStaleReads(config: Config) {
  const parts = partsFrom(config)
  const usersOfJobs = new WeakMap<EventData, Users>()
  let users: Users = new Map()
  const service = {
    ...parts.service,
    async user(id: number) {
      if (!users.has(id)) users.set(id, await parts.service.user(id))
      return users.get(id)
    },
  }
  return createMiddleware(config, {
    ...parts,
    service,
    handlersFor(services) {
      const handlers: Handlers = {}
      for (const [event, handle] of Object.entries(parts.handlersFor(services))) {
        handlers[event] = async (data) => {
          users = usersOfJobs.get(data) ?? new Map()
          usersOfJobs.set(data, users)
          await handle(data)
        }
      }
      return handlers
    },
  })
}
