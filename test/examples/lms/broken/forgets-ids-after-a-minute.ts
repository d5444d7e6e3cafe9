/** Keeps the ids of notifications for one minute. The service repeats a delivery after five minutes. */
import type { Config } from '../middleware/config.ts'
import type { Job } from '../middleware/memory.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeWithoutKey } from '../variants/welcome.ts'

const keptMs = 60_000

export function forgetsIdsAfterAMinute(config: Config) {
  const parts = partsFrom(config)
  const { now, storage } = parts.settings
  const memory = {
    ...parts.memory,
    isNew: (id: string) => now().getTime() - (storage.get<number>(`at ${id}`) ?? 0) > keptMs,
    accept(job: Job) {
      storage.set(`at ${job.id}`, now().getTime())
      parts.memory.accept(job)
    },
  }
  return createWelcoming(config, { ...parts, memory }, welcomeWithoutKey)
}
