/** Repeats a create that got no answer, without looking for the record. */
import type { Config } from '../middleware/config.ts'
import { createCommenting, orderCommentsOf } from '../variants/order-comments.ts'

export const createsWithoutALookup = (config: Config) =>
  createCommenting(config, { ...orderCommentsOf(config), has: async () => false })
