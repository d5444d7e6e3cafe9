/** Looks for a record once, and repeats its create until it gets an answer. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createCommenting, orderCommentsOf } from '../variants/order-comments.ts'

export function repeatsCreates(config: Config) {
  const comments = orderCommentsOf(config)
  return createCommenting(config, {
    ...comments,
    create: (order) =>
      comments.create(order).catch((error: unknown) => {
        if (error instanceof CallFailed) throw error
        return comments.create(order)
      }),
  })
}
