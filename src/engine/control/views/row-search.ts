/** Searches the rows of a table in pages. One request reads a limited number of rows. */
import type { Column } from '../../model/catalog.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import type { Id, Key } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'

export const pageSizeDefault = 50
export const pageSizeMax = 500
/** The largest number of rows that one request reads; the next request continues from there. */
const lookedAtMax = 10_000

export interface RowSearch {
  readonly table: string
  readonly text: string
  /** Only rows after this row, in the order of the scan. */
  readonly after: Id | undefined
  readonly limit: number
  readonly newestFirst: boolean
  /** Only rows under this key of an index. */
  readonly indexKey: { readonly index: string; readonly key: Key } | undefined
}

interface RowSearchResult {
  readonly rows: readonly Row[]
  /** The id to continue after; null at the end. */
  readonly next: Id | null
  /** The number of rows that were read. */
  readonly lookedAt: number
}

export function searchRows(
  { store, catalog }: EmulatorContext,
  search: RowSearch,
): RowSearchResult {
  const { table, after, limit, newestFirst: reverse, indexKey } = search
  const matches = matcherFor(search.text, catalog.columns(table))
  const startKey = indexKey ? [...indexKey.key, after as Id] : [after as Id]
  const walk = store.scan(table, {
    ...(indexKey && { index: indexKey.index, prefix: indexKey.key }),
    ...(after !== undefined && { from: startKey }),
    reverse,
  })
  const rows: Row[] = []
  let lookedAt = 0
  let last: Id | undefined
  for (const row of walk) {
    // Note: stops only if there is a next row, so that `next` never leads to an empty page.
    if (rows.length === limit || lookedAt === lookedAtMax) {
      return { rows, next: last as Id, lookedAt }
    }
    lookedAt += 1
    last = row.id
    if (matches(row)) rows.push(row)
  }
  return { rows, next: null, lookedAt }
}

/** Returns a predicate: each word occurs in a visible field of the row; case is ignored. */
function matcherFor(text: string, columns: readonly Column[]): (row: Row) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  const names = columns.filter(({ spec }) => !spec.hidden).map(({ name }) => name)
  const includesWord = (row: Row, word: string): boolean =>
    names.some((name) => textOf(row[name]).includes(word))
  return (row) => words.every((word) => includesWord(row, word))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.toLowerCase()
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value).toLowerCase() : String(value)
}
