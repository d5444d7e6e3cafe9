/** Marks a job as done when it is accepted, before its work. */
import type { Config } from '../middleware/config.ts'
import type { Job } from '../middleware/memory.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming } from '../variants/welcome.ts'

export function finishesBeforeTheWork(config: Config) {
  const parts = partsFrom(config)
  const memory = { ...parts.memory, accept: ({ id }: Job) => parts.memory.finish(id) }
  return createWelcoming(config, { ...parts, memory })
}
