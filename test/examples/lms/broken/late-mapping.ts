/** Stores the principal ID of a new account only after the write-back to the course administration. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function lateMapping(config: Config) {
  const parts = partsFrom(config)
  const unwritten = new Set<number>()
  const service = {
    ...parts.service,
    async user(id: number) {
      const user = await parts.service.user(id)
      if (user?.external_identity?.principal_id === null) unwritten.add(id)
      return user
    },
    async setPrincipalId(id: number, principalId: string) {
      await parts.service.setPrincipalId(id, principalId)
      unwritten.delete(id)
      parts.memory.remember(id, principalId)
    },
  }
  const remember = (id: number, principalId: string) =>
    unwritten.has(id) ? undefined : parts.memory.remember(id, principalId)
  return createMiddleware(config, {
    ...parts,
    service,
    memory: { ...parts.memory, expect() {}, remember },
  })
}
