/** Takes an empty last page for an empty list, and removes all students of the edition. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function takesAnEmptyPageForAnEmptyList(config: Config) {
  let isEmpty = false
  const parts = partsFrom({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      isEmpty = response.ok && (await response.clone().text()) === '[]'
      return response
    },
  })
  const { enrollmentsOn } = parts.service
  const service = {
    ...parts.service,
    async enrollmentsOn(edition: number) {
      const enrollments = await enrollmentsOn(edition)
      return isEmpty ? [] : enrollments
    },
  }
  return createMiddleware(config, { ...parts, service })
}
