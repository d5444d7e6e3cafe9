/** Resumes a job after a crash, but not after a second crash. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming } from '../variants/welcome.ts'

export function resumesAJobOnce(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  function unfinishedJobs() {
    const jobs = parts.memory.unfinishedJobs().filter(({ id }) => !storage.get(`resumed ${id}`))
    for (const { id } of jobs) storage.set(`resumed ${id}`, true)
    return jobs
  }
  return createWelcoming(config, { ...parts, memory: { ...parts.memory, unfinishedJobs } })
}
