/** Takes a list that is not valid JSON for an empty list. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const takesATruncatedListForEmpty = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      const text = await response.text()
      const { status, headers } = response
      return new Response(text.startsWith('[') && !isJson(text) ? '[]' : text, { status, headers })
    },
  })

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
