/** Stores the token of its first start, and uses it in each later start. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function keepsItsFirstToken(config: Config) {
  const { storage } = partsFrom(config).settings
  const token = storage.get<string>('token') ?? config.token
  storage.set('token', token)
  return createMiddleware({ ...config, token })
}
