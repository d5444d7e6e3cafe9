/** A request as usage counts it: what its exchange says about records, pages and bytes. */
import type { Page } from '../../define/presenters.ts'
import { perPageDefault } from '../../define/list-query.ts'
import { byteLength } from '../../journal/entry-size.ts'
import type { StoredEntry } from '../../journal/entry-kind.ts'
import type { HiddenRequestDetails, RequestEntry } from '../../journal/kinds/request.ts'
import type { CatalogOperation } from '../../model/catalog.ts'

/** A request as the journal stores it. */
export type CountedRequest = StoredEntry<RequestEntry, HiddenRequestDetails>

/** Finds the operation of a request, also of one that was refused before its operation was found. */
export type OperationLookup = (entry: CountedRequest) => CatalogOperation | undefined

/** The requested number of records of a page. */
export const pageSizeOf = (path: string): number =>
  Number(/[?&]per_page=(\d+)/.exec(path)?.[1] ?? perPageDefault)

/** What an operation returned. */
interface ReturnedRecords {
  /** The number of records or items. */
  readonly rows: number
  /** The ids of a page whose records are complete. */
  readonly ids?: readonly (number | string)[]
  /** Whether a page has a next page. */
  readonly hasNext: boolean
}

export function returnedRecords(
  { exchange: { result } }: CountedRequest,
  { presenter: { content } }: CatalogOperation,
): ReturnedRecords {
  if (result === undefined) return { rows: 0, hasNext: false }
  if (content.kind === 'record') return { rows: 1, hasNext: false }
  if (Array.isArray(result)) return { rows: result.length, hasNext: false }
  if (!isPage(result)) return { rows: 0, hasNext: false }
  return {
    rows: result.rows.length,
    hasNext: result.links['next'] !== undefined,
    ...(content.kind === 'page' && !content.fields && { ids: result.rows.map(({ id }) => id) }),
  }
}

const isPage = (result: unknown): result is Page =>
  typeof result === 'object' && result !== null && 'rows' in result && 'links' in result

/** The bytes of the request body. */
export const requestBytesOf = ({ body, bodyBytesOmitted = 0 }: CountedRequest): number =>
  body === undefined ? 0 : byteLength(body) + bodyBytesOmitted

/** The bytes of the response body. */
export const responseBytesOf = ({ method, exchange }: CountedRequest): number =>
  method === 'HEAD' ? 0 : Number(exchange.responseHeaders?.['content-length'] ?? 0)
