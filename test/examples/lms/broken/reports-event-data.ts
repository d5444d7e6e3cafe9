/** Reports the data of an event with each failed job. */
import type { Config } from '../middleware/config.ts'
import type { Job } from '../middleware/memory.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function reportsEventData(config: Config) {
  const parts = partsFrom(config)
  const memory = {
    ...parts.memory,
    layAside: (job: Job, reason: string) =>
      parts.memory.layAside(job, `${reason} ${JSON.stringify(job.data)}`),
  }
  return createMiddleware(config, { ...parts, memory })
}
