/** Remembers the ids of notifications in memory only, and sends its message again after a restart. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeWithoutKey } from '../variants/welcome.ts'

export function remembersIdsInMemory(config: Config) {
  const parts = partsFrom(config)
  const ids = new Set<string>()
  const isNew = (id: string): boolean => ids.size !== ids.add(id).size
  return createWelcoming(
    config,
    { ...parts, memory: { ...parts.memory, isNew } },
    welcomeWithoutKey,
  )
}
