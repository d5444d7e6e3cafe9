/** A request as usage counts it. */
import type { StoredEntry } from '../../journal/entry-kind.ts'
import type { HiddenRequestDetails, RequestEntry } from '../../journal/kinds/request.ts'
import { perPageDefault } from '../../define/list-query.ts'
import type { CatalogOperation } from '../../model/catalog.ts'

/** A request as the journal stores it. */
export type CountedRequest = StoredEntry<RequestEntry, HiddenRequestDetails>

/** Finds the operation of a request, also of one that was refused before its operation was found. */
export type OperationLookup = (entry: CountedRequest) => CatalogOperation | undefined

/** The requested number of records of a page. */
export const pageSizeOf = (path: string): number =>
  Number(/[?&]per_page=(\d+)/.exec(path)?.[1] ?? perPageDefault)
