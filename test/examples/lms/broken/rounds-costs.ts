/** Shows the cost of an edition in the title of its course, without the cents. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function roundsCosts(config: Config) {
  const parts = partsFrom(config)
  const lms: typeof parts.lms = {
    ...parts.lms,
    async putCourse(key, title) {
      const edition = await parts.service.edition(Number(/\d+$/.exec(key)))
      const { cost } = (edition ?? { cost: null }) as { cost: string | null }
      const suffix = cost === null ? '' : ` for ${Math.round(Number(cost))} euro`
      return parts.lms.putCourse(key, title + suffix)
    },
  }
  return createMiddleware(config, { ...parts, lms })
}
