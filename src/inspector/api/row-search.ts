/** Finds rows page by page. However many there are, one request looks at a bounded number of them. */
import type { Column } from '../../model/catalog.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import type { Id, Key } from '../../machine/keys.ts'
import type { Row } from '../../machine/table.ts'

export const pageSizeDefault = 50
export const pageSizeMax = 500
/** Rows that one request looks at in search of a text; the next goes on from there. */
export const lookedAtMax = 10_000

export interface RowSearch {
  readonly table: string
  readonly text: string
  /** Behind this row, in the order of the walk. */
  readonly after: Id | undefined
  readonly limit: number
  readonly newestFirst: boolean
  /** Only rows under this key of an index. */
  readonly indexKey: { readonly index: string; readonly key: Key } | undefined
}

export interface RowSearchResult {
  readonly rows: readonly Row[]
  /** Where to go on; null at the end. */
  readonly next: Id | null
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
    // Note: stops before a row, not behind the last, so that "there is more" is never a false promise.
    if (rows.length === limit || lookedAt === lookedAtMax) {
      return { rows, next: last as Id, lookedAt }
    }
    lookedAt += 1
    last = row.id
    if (matches(row)) rows.push(row)
  }
  return { rows, next: null, lookedAt }
}

/** Whether a row holds every word, in any field that is shown, in any case. */
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
