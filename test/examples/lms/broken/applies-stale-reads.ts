/** Reads a user when the job is first tried, and applies that read in each later attempt. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'
import type { User } from '../middleware/administration.ts'

export function appliesStaleReads(config: Config) {
  const parts = partsFrom(config)
  const reads = new WeakMap<object, Map<number, User | undefined>>()
  let current: object = {}
  const service = {
    ...parts.service,
    async user(id: number) {
      const read = reads.get(current) ?? new Map<number, User | undefined>()
      reads.set(current, read)
      if (!read.has(id)) read.set(id, await parts.service.user(id))
      return read.get(id)
    },
  }
  return createMiddleware(config, {
    ...parts,
    service,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      const reading = Object.entries(handlers).map(([event, handle]) => [
        event,
        async (data: Record<string, unknown>) => {
          current = event === 'resync' ? {} : data
          await handle(data)
        },
      ])
      return Object.fromEntries(reading)
    },
  })
}
