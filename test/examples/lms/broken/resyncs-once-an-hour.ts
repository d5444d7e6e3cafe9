/** Skips a full synchronization if the last one is less than an hour ago. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

const hourMs = 3_600_000

export function resyncsOnceAnHour(config: Config) {
  const { now, storage } = partsFrom(config).settings
  const middleware = createMiddleware(config)
  return {
    ...middleware,
    async resync() {
      const nowMs = now().getTime()
      const lastMs = storage.get<number>('last resync') ?? Number.NEGATIVE_INFINITY
      if (nowMs - lastMs < hourMs) return
      await middleware.resync()
      storage.set('last resync', nowMs)
    },
  }
}
