/** Does not resume the jobs of a crashed process. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming } from '../variants/welcome.ts'

export function losesTheQueue(config: Config) {
  const parts = partsFrom(config)
  return createWelcoming(config, {
    ...parts,
    memory: { ...parts.memory, unfinishedJobs: () => [] },
  })
}
