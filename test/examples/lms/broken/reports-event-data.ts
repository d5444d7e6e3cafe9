/** Reports the data of an event with each failed job. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function reportsEventData(config: Config) {
  const parts = partsFrom(config)
  const memory = {
    ...parts.memory,
    layAside: ({ job, reason }: Parameters<typeof parts.memory.layAside>[0]) =>
      parts.memory.layAside({ job, reason: `${reason} ${JSON.stringify(job.data)}` }),
  }
  return createMiddleware(config, { ...parts, memory })
}
