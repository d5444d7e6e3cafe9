/** Verifies the signature over the parsed body, in the way its own serializer writes it. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

export const verifiesTheParsedBody = (config: Config) =>
  withEndpoint(createMiddleware(config), async (request, platform, endpoint) => {
    const body = JSON.stringify(JSON.parse(await request.text()))
    return endpoint(
      new Request(request.url, { method: request.method, headers: request.headers, body }),
      platform,
    )
  })
