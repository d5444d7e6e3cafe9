/** Skips an event whose record is older than the newest record of all events. */
import type { Config } from '../middleware/config.ts'
import type { EventData, Handlers } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function skipsOlderRecords(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  function isOlder({ updated_at }: EventData): boolean {
    const newest = storage.get<string>('newest') ?? ''
    if (typeof updated_at !== 'string') return false
    if (updated_at > newest) storage.set('newest', updated_at)
    return updated_at < newest
  }
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers: Handlers = {}
      for (const [event, handle] of Object.entries(parts.handlersFor(services))) {
        handlers[event] = async (data) => (isOlder(data) ? undefined : handle(data))
      }
      return handlers
    },
  })
}
