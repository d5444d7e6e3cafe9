/** Looks for a record only if an earlier attempt failed to create it. */
import type { Config } from '../middleware/config.ts'
import { createCommenting, orderCommentsOf } from '../variants/order-comments.ts'

export function looksUpAfterAFailureOnly(config: Config) {
  const comments = orderCommentsOf(config)
  const failed = new Set<number>()
  return createCommenting(config, {
    has: async (order) => failed.has(order) && comments.has(order),
    create: (order) =>
      comments.create(order).catch((error: unknown) => {
        failed.add(order)
        throw error
      }),
  })
}
