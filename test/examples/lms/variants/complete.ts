/** Sends welcome messages and writes comments on orders. */
import type { Config } from '../middleware/config.ts'
import { type Middleware, partsFrom } from '../middleware/middleware.ts'
import { orderCommentsOf, withComments } from './order-comments.ts'
import { createWelcoming } from './welcome.ts'

export const createComplete = (config: Config): Middleware =>
  createWelcoming(config, withComments(partsFrom(config), orderCommentsOf(config)))
