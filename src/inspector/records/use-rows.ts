/** Loads a page of rows. A search continues with further requests until the page is full. */
import { useEffect, useState } from 'preact/hooks'
import { get, queryString } from '../api-client.ts'
import { showError } from '../toast.ts'
import type { RowId, RowPageView } from '../../engine/control/views/table-views.ts'

export const rowsPerView = 50

interface RowQuery {
  readonly table: string
  readonly search: string
  readonly order: 'asc' | 'desc'
  /** Only rows whose `field` references the row `id`. */
  readonly reference: RowReference | undefined
  readonly after: RowId | undefined
}

export interface RowReference {
  readonly field: string
  readonly id: string
  /** The referenced table; only for a polymorphic reference. */
  readonly table: string | undefined
}

/** The rows that the search has found so far. */
export interface LoadedRows extends Omit<RowPageView, 'count'> {
  readonly done: boolean
}

const noRows: LoadedRows = { rows: [], names: {}, next: null, lookedAt: 0, done: false }

export function useRows(query: RowQuery, tick: number): LoadedRows {
  const key = JSON.stringify(query)
  const [loaded, setLoadedRows] = useState<LoadedRows & { key: string }>({ ...noRows, key })
  useEffect(() => {
    let isCurrent = true
    const setLoaded = (next: LoadedRows): void => {
      if (isCurrent) setLoadedRows({ ...next, key })
    }
    loadRows(query, setLoaded, () => isCurrent).catch(
      (error: unknown) => isCurrent && showError(error),
    )
    return () => {
      isCurrent = false
    }
  }, [key, tick])
  return loaded.key === key ? loaded : noRows
}

async function loadRows(
  rowQuery: RowQuery,
  onLoaded: (loaded: LoadedRows) => void,
  isCurrent: () => boolean,
): Promise<void> {
  const { table, reference, ...rest } = rowQuery
  const query = { ...rest, ...reference }
  let read = noRows
  let { after } = rowQuery
  do {
    const limit = rowsPerView - read.rows.length
    const page: RowPageView = await get(`tables/${table}${queryString({ ...query, after, limit })}`)
    const rows = [...read.rows, ...page.rows]
    const done = page.next === null || rows.length >= rowsPerView
    const names = { ...read.names, ...page.names }
    read = { rows, names, next: page.next, lookedAt: read.lookedAt + page.lookedAt, done }
    // Note: early results are shown at once, but an empty intermediate page would only flicker.
    if (done || rows.length > 0 || read.lookedAt > 20_000) onLoaded(read)
    after = page.next ?? undefined
  } while (!read.done && isCurrent())
}
