/** Assumes that the primary user of a merge still exists. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function forgetsEarlierMerges(config: Config) {
  const parts = partsFrom(config)
  const memory = { ...parts.memory, survivorOf: (user: number) => user }
  return createMiddleware(config, { ...parts, memory })
}
