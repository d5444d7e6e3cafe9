/** Asks for one user by a page number. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const readsPageOneByNumber = (config: Config) =>
  createMiddleware({
    ...config,
    fetch: (url, init) =>
      (config.fetch ?? fetch)(
        String(url).replace('/users?per_page=1', '/users?page=1&per_page=1'),
        init,
      ),
  })
