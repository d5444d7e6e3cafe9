/** Writes a new principal ID in each attempt of a write-back. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export function numbersEachWriteBack(config: Config) {
  let count = 0
  return createMiddleware({
    ...config,
    fetch(url, init) {
      const isWriteBack = String(url).endsWith('/external_identity')
      if (isWriteBack) count += 1
      const body = JSON.stringify({ principal_id: `lms-${count}` })
      return (config.fetch ?? fetch)(url, isWriteBack ? { ...init, body } : init)
    },
  })
}
