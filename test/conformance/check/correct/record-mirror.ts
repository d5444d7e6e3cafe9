/**
 * A correct mirror of the records of one resource. It stores what it has to read before it answers a delivery, and reads
 * until the service answers. Each name of `RecordFlaw` is one defect.
 */
import { verify } from 'course-admin-emulator'
import type { Connect } from '../../../../src/scenarios.ts'

export type RecordFlaw =
  | 'accepts any sender'
  | 'applies bodies'
  | 'ignores updates'
  | 'reads the first page only'
  | 'reads pages by number'
  | 'removes what it may not read'
  | 'calls again at once'
  | 'keeps its queue in memory'

interface MirroredRecords {
  /** The path of the list: `orders`. */
  readonly path: string
  /** What the names of the events begin with: `order`. */
  readonly event: string
  readonly fields: readonly string[]
  /** Whether a record is mirrored. Default: each is. */
  readonly isMirrored?: (row: Readonly<Record<string, unknown>>) => boolean
}

type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** The body of `user.merged`. */
interface Merge {
  readonly primary_user_id: number
  readonly secondary_user_id: number
}

export const recordMirror =
  ({ path, event, fields, isMirrored = () => true }: MirroredRecords, flaw?: RecordFlaw): Connect =>
  ({ baseUrl, token, secret, fetch, now, sleep, storage }) => {
    const problems: string[] = []
    const queue = new Map<number, number>()
    let turn: Promise<unknown> = Promise.resolve()

    async function call(url: string): Promise<Response> {
      for (let attempt = 1; ; attempt += 1) {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(url, { headers }).catch(() => undefined)
        if (response && response.status < 500 && response.status !== 429) return response
        if (attempt === 20) throw new Error('the service does not answer')
        const seconds = Number(response?.headers.get('retry-after') ?? 0)
        const delay = Math.max(seconds, Math.min(60 * attempt, 900))
        await sleep(flaw === 'calls again at once' ? '1s' : `${delay}s`)
      }
    }

    const keep = (row: Row): void =>
      storage.set(`row ${row.id}`, Object.fromEntries(fields.map((name) => [name, row[name]])))

    async function readAll(): Promise<readonly Row[] | undefined> {
      const rows: Row[] = []
      let page = 1
      for (let url: string | undefined = `${baseUrl}/${path}?per_page=100`; url;) {
        const response = await call(url)
        if (!response.ok) {
          problems.push(`GET /${path} is answered ${response.status}`)
          return undefined
        }
        rows.push(...((await response.json()) as Row[]).filter(isMirrored))
        const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
        page += 1
        const byNumber = `${baseUrl}/${path}?per_page=100&page=${page}`
        url = flaw === 'reads pages by number' && next ? byNumber : next
        if (flaw === 'reads the first page only') break
      }
      return rows
    }

    async function read(id: number): Promise<void> {
      const response = await call(`${baseUrl}/${path}/${id}`)
      const row = response.ok ? ((await response.json()) as Row) : undefined
      if (row && isMirrored(row)) return keep(row)
      const isGone = row || response.status === 404 || flaw === 'removes what it may not read'
      if (isGone) storage.delete(`row ${id}`)
      else problems.push(`GET /${path}/${id} is answered ${response.status}`)
    }

    const pending = (): readonly (readonly [number, number])[] =>
      flaw === 'keeps its queue in memory'
        ? [...queue]
        : storage.list<number>('due ').map(([key, count]) => [Number(key.slice(4)), count])

    const countOf = (id: number): number =>
      (flaw === 'keeps its queue in memory' ? queue.get(id) : storage.get<number>(`due ${id}`)) ?? 0

    function setCount(id: number, count: number): void {
      if (flaw === 'keeps its queue in memory') queue.set(id, count)
      else storage.set(`due ${id}`, count)
    }

    function done(id: number): void {
      queue.delete(id)
      storage.delete(`due ${id}`)
    }

    /** Reads each record of the queue. A record whose event arrives meanwhile is read again. */
    async function work(): Promise<void> {
      for (let due = pending(); due.length > 0; due = pending()) {
        for (const [id, count] of due) {
          await read(id)
          if (countOf(id) === count) done(id)
        }
      }
    }

    /** Works again after a body that is cut or a write that fails. */
    async function workUntilDone(): Promise<void> {
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        try {
          return await work()
        } catch (error) {
          if (attempt === 10) problems.push(String(error))
          await sleep(`${attempt}m`)
        }
      }
    }

    function inTurn<T>(task: () => Promise<T>): Promise<T> {
      const started = turn.then(task)
      turn = started.catch(() => undefined)
      return started
    }

    async function resync(): Promise<void> {
      const rows = await readAll()
      if (rows === undefined) return
      const ids = new Set(rows.map(({ id }) => `row ${id}`))
      storage.transaction((tx) => {
        const known = storage.list('row ').map(([key]) => key)
        for (const row of rows) {
          if (flaw === 'ignores updates' && known.includes(`row ${row.id}`)) continue
          tx.set(`row ${row.id}`, Object.fromEntries(fields.map((name) => [name, row[name]])))
        }
        for (const key of known) if (!ids.has(key)) tx.delete(key)
      })
      await workUntilDone()
    }

    async function isSigned(request: Request): Promise<boolean> {
      if (flaw === 'accepts any sender') return true
      return verify(request, secret, { clock: { now } }).then(
        () => true,
        () => false,
      )
    }

    if (pending().length > 0) void inTurn(workUntilDone)
    return {
      async fetch(request, { waitUntil }) {
        if (!(await isSigned(request.clone()))) return 401
        const { event: name, event_data: row } = (await request.json()) as {
          event: string
          event_data: Row & Merge
        }
        if (!name.startsWith(`${event}.`)) return 204
        if (flaw === 'ignores updates' && !name.endsWith('.created') && !name.endsWith('.deleted'))
          return 204
        if (flaw === 'applies bodies' && !name.endsWith('.deleted')) {
          keep(row)
          return 204
        }
        const ids = name.endsWith('.merged')
          ? [row.primary_user_id, row.secondary_user_id]
          : [row.id]
        for (const id of ids) setCount(id, countOf(id) + 1)
        waitUntil(inTurn(workUntilDone))
        return 204
      },
      resync: () => inTurn(resync),
      state: () => Object.fromEntries(storage.list('row ')),
      problems: () => problems,
    }
  }
