/** Makes one attempt for each job, and does not store the jobs that fail. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function givesUpSilently(config: Config) {
  const settings = { ...config, attemptsMax: 1 }
  const parts = partsFrom(settings)
  const memory = { ...parts.memory, layAside: () => undefined }
  return createMiddleware(settings, { ...parts, memory })
}
