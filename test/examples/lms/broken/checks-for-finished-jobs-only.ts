/** Recognizes a duplicate notification only after the first one is processed. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeWithoutKey } from '../variants/welcome.ts'

export function checksForFinishedJobsOnly(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  const memory = { ...parts.memory, isNew: (id: string) => storage.get(`job ${id}`) !== 'done' }
  return createWelcoming(config, { ...parts, memory }, welcomeWithoutKey)
}
