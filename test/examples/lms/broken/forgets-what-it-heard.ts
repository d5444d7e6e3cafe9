/** Processes duplicate notifications again. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function forgetsWhatItHeard(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, { ...parts, memory: { ...parts.memory, isNew: () => true } })
}
