/** Walks a list by page numbers, so that a deleted record moves another one to a page already read. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const walksByPageNumber = (config: Config) =>
  createMiddleware({
    ...config,
    async fetch(url, init) {
      const response = await (config.fetch ?? fetch)(url, init)
      if (!response.headers.has('link')) return response
      const address = new URL(String(url))
      const page = Number(address.searchParams.get('page') ?? 1)
      const records = (await response.clone().json()) as unknown[]
      address.searchParams.delete('cursor')
      address.searchParams.set('page', String(page + 1))
      const headers = new Headers(response.headers)
      headers.set('link', records.length > 0 ? `<${address.href}>; rel="next"` : '')
      return new Response(response.body, { status: response.status, headers })
    },
  })
