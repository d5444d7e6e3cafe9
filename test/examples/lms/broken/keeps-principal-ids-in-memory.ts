/** Keeps the principal IDs of users in memory only. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function keepsPrincipalIdsInMemory(config: Config) {
  const parts = partsFrom(config)
  const known = new Map<number, string>()
  const memory = {
    ...parts.memory,
    expect() {},
    principalIdOf: (user: number) => known.get(user),
    remember: (user: number, principalId: string) => void known.set(user, principalId),
    retire: (user: number) => void known.delete(user),
    forget: (user: number) => void known.delete(user),
    users: () => [...known.keys()],
  }
  return createMiddleware(config, { ...parts, memory })
}
