/** Answers a delivery when its work is done. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

export const answersAfterTheWork = (config: Config) =>
  withEndpoint(createMiddleware(config), async (request, _, endpoint) => {
    const work: Promise<unknown>[] = []
    const response = await endpoint(request, { waitUntil: (each) => work.push(each) })
    await Promise.all(work)
    return response
  })
