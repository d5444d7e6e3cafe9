/** Counts the records that an operation returned, for usage. */
import type { RequestTraffic } from '../journal/kinds/request.ts'
import type { Page } from '../define/presenters.ts'
import type { Operation } from '../define/operation.ts'

export function countRows(
  { presenter: { content } }: Operation,
  result: unknown,
  traffic: RequestTraffic,
): void {
  if (content.kind === 'record') {
    traffic.rows = 1
  } else if (Array.isArray(result)) {
    traffic.rows = result.length
  } else if (isPage(result)) {
    traffic.rows = result.rows.length
    traffic.hasNext = result.links['next'] !== undefined
    if (content.kind === 'page' && !content.fields) traffic.ids = result.rows.map(({ id }) => id)
  }
}

const isPage = (result: unknown): result is Page =>
  typeof result === 'object' && result !== null && 'rows' in result && 'links' in result
