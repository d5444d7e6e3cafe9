/** Synchronizations of every common shape. Each waits for Retry-After after a 429. */
import type { Connect, Connection } from '../../../src/conformance/scenario/integration.ts'

/** Sends a read and repeats it after a 429. */
export function reader({ baseUrl, token, fetch, sleep }: Connection, extraWaitMs = 0) {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${baseUrl}${path}`, { headers, ...init })
    if (response.status !== 429) return response
    await sleep({ ms: Number(response.headers.get('retry-after')) * 1_000 + extraWaitMs })
    return read(path, init)
  }
  return read
}

interface Listed {
  readonly id: number
}

type Read = ReturnType<typeof reader>

const listOf = async (response: Response): Promise<Listed[]> => (await response.json()) as Listed[]

/** How a walk knows its last page: the Link header, a page that is not full, or an empty page. */
type LastPage = 'link' | 'short' | 'empty'

/** Yields the pages of a list by number. */
async function* pagesOf(
  read: Read,
  path: string,
  perPage: number,
  lastPage: LastPage = 'short',
): AsyncGenerator<Listed[]> {
  for (let page = 1; ; page += 1) {
    const sign = path.includes('?') ? '&' : '?'
    const response = await read(`${path}${sign}per_page=${perPage}&page=${page}`)
    const rows = await listOf(response)
    yield rows
    const hasNext = response.headers.get('link')?.includes('rel="next"') ?? false
    if (lastPage === 'link' && !hasNext) return
    if (lastPage === 'short' && rows.length < perPage) return
    if (lastPage === 'empty' && rows.length === 0) return
  }
}

async function allOf(pages: AsyncIterable<Listed[]>): Promise<Listed[]> {
  const all: Listed[] = []
  for await (const rows of pages) all.push(...rows)
  return all
}

/** Works on items in a number of places. */
async function inPool(items: readonly Listed[], places: number, work: (item: Listed) => unknown) {
  const left = [...items].reverse()
  const place = async (): Promise<void> => {
    for (let item = left.pop(); item; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: places }, place))
}

async function inBatches(items: readonly Listed[], size: number, work: (item: Listed) => unknown) {
  for (let at = 0; at < items.length; at += size)
    await Promise.all(items.slice(at, at + size).map(work))
}

const syncWith =
  (work: (read: Read, connection: Connection) => Promise<unknown>, extraWaitMs = 0): Connect =>
  (connection) => ({ resync: () => work(reader(connection, extraWaitMs), connection) })

const userPages = (read: Read, perPage = 100, lastPage: LastPage = 'short') =>
  pagesOf(read, '/users', perPage, lastPage)

const userOf =
  (read: Read) =>
  ({ id }: Listed) =>
    read(`/users/${id}`)

/** Reads all pages. */
export const paged = (perPage: number, lastPage: LastPage = 'short'): Connect =>
  syncWith((read) => allOf(userPages(read, perPage, lastPage)))

/** Reads each user, without a list. */
export const byId: Connect = syncWith(async (read, { emulator }) => {
  for (const user of emulator.rows('users')) await userOf(read)(user)
})

/** Reads each page, then its users. */
export const onePerUserOfPage: Connect = syncWith(async (read) => {
  for await (const rows of userPages(read)) for (const row of rows) await userOf(read)(row)
})

/** Reads each page, then two calls for each of its users. */
export const twoPerUserOfPage: Connect = syncWith(async (read) => {
  for await (const rows of userPages(read, 50))
    for (const row of rows) {
      await userOf(read)(row)
      await read(`/enrollments?student_id=${row.id}`)
    }
})

export const pool = (places: number): Connect =>
  syncWith(async (read) => inPool(await allOf(userPages(read)), places, userOf(read)))

export const batches = (size: number): Connect =>
  syncWith(async (read) => inBatches(await allOf(userPages(read)), size, userOf(read)))

/** Waits between two pages. */
export const throttled: Connect = syncWith(async (read, { sleep }) => {
  for await (const _ of userPages(read, 25)) await sleep({ ms: 200 })
})

/** Waits two seconds longer than Retry-After. */
export const patient: Connect = syncWith((read) => allOf(userPages(read, 5)), 2_000)

/** Writes a change to each user. */
export const writing: Connect = syncWith(async (read, { token }) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const { id } of await allOf(userPages(read)))
    await read(`/users/${id}`, { method: 'PUT', headers, body: '{"description":"known"}' })
})

/** Repeats a call every minute while the service is down, then reads all pages. */
export const afterOutage: Connect = syncWith(async (read, { sleep }) => {
  while ((await read('/courses')).status === 503) await sleep('1m')
  await allOf(userPages(read, 10))
})
