/** Reads a page of rows; while a search finds nothing, it goes on where the last request stopped looking. */
import { useEffect, useState } from 'preact/hooks'
import { get, queryString, showToast } from '../api-client.ts'
import type { RowId, Names, RowPageView, RowView } from './table-data.ts'

export const pageSize = 50

export interface RowQuery {
  readonly table: string
  readonly search: string
  readonly order: 'asc' | 'desc'
  readonly by: string | undefined
  readonly is: string | undefined
  readonly of: string | undefined
  readonly after: RowId | undefined
}

export interface LoadedRows {
  readonly rows: readonly RowView[]
  readonly names: Names
  readonly next: RowId | null
  /** Rows that were looked at so far. */
  readonly lookedAt: number
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
      (error: unknown) => isCurrent && showToast((error as Error).message, true),
    )
    return () => {
      isCurrent = false
    }
  }, [key, tick])
  return loaded.key === key ? loaded : noRows
}

async function loadRows(
  wanted: RowQuery,
  onLoaded: (loaded: LoadedRows) => void,
  isCurrent: () => boolean,
): Promise<void> {
  const { table, ...query } = wanted
  let read = noRows
  let { after } = wanted
  do {
    const limit = pageSize - read.rows.length
    const page: RowPageView = await get(`tables/${table}${queryString({ ...query, after, limit })}`)
    const rows = [...read.rows, ...page.rows]
    const done = page.next === null || rows.length >= pageSize
    const names = { ...read.names, ...page.names }
    read = { rows, names, next: page.next, lookedAt: read.lookedAt + page.lookedAt, done }
    // Note: what is found early is shown early, but an empty page would only flicker.
    if (done || rows.length > 0 || read.lookedAt > 20_000) onLoaded(read)
    after = page.next ?? undefined
  } while (!read.done && isCurrent())
}
