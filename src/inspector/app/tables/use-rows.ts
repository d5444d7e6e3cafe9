/** Reads a page of rows; while a search finds nothing, it goes on where the last request stopped looking. */
import { useEffect, useState } from 'preact/hooks'
import { get, queryOf, say } from '../api-client.ts'
import type { Id, Names, PageView, RowView } from './table-data.ts'

export const pageSize = 50

export interface Wanted {
  readonly table: string
  readonly search: string
  readonly order: 'asc' | 'desc'
  readonly by: string | undefined
  readonly is: string | undefined
  readonly of: string | undefined
  readonly after: Id | undefined
}

export interface Read {
  readonly rows: readonly RowView[]
  readonly names: Names
  readonly next: Id | null
  /** Rows that were looked at so far. */
  readonly lookedAt: number
  readonly done: boolean
}

const nothing: Read = { rows: [], names: {}, next: null, lookedAt: 0, done: false }

export function useRows(wanted: Wanted, tick: number): Read {
  const key = JSON.stringify(wanted)
  const [read, setRead] = useState<Read & { key: string }>({ ...nothing, key })
  useEffect(() => {
    let isCurrent = true
    const take = (next: Read): void => {
      if (isCurrent) setRead({ ...next, key })
    }
    readOn(wanted, take, () => isCurrent).catch(
      (error: unknown) => isCurrent && say((error as Error).message, true),
    )
    return () => {
      isCurrent = false
    }
  }, [key, tick])
  return read.key === key ? read : nothing
}

async function readOn(
  wanted: Wanted,
  take: (read: Read) => void,
  goesOn: () => boolean,
): Promise<void> {
  const { table, ...query } = wanted
  let read = nothing
  let { after } = wanted
  do {
    const limit = pageSize - read.rows.length
    const page: PageView = await get(`tables/${table}${queryOf({ ...query, after, limit })}`)
    const rows = [...read.rows, ...page.rows]
    const done = page.next === null || rows.length >= pageSize
    const names = { ...read.names, ...page.names }
    read = { rows, names, next: page.next, lookedAt: read.lookedAt + page.lookedAt, done }
    // Note: what is found early is shown early, but an empty page would only flicker.
    if (done || rows.length > 0 || read.lookedAt > 20_000) take(read)
    after = page.next ?? undefined
  } while (!read.done && goesOn())
}
