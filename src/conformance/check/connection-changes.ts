/** Changes the connection of an integration: observes its calls, and serves lists in other pages. */
import type { Shape } from '../../engine/define/fields.ts'
import { pagePositions } from '../../engine/define/list-query.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Connection } from '../scenario/integration.ts'

/** A change of the connection that an integration receives. */
export type ConnectionChange = (connection: Connection) => Connection

/** A list that the integration read, or a page of it. */
export interface ListResponse {
  readonly url: URL
  readonly rowCount: number
  /** Whether the Link header names a next page. */
  readonly hasNext: boolean
  /** Whether the list has a filter that a request can name. */
  readonly hasFilter: boolean
  /** The number of steps of the story that had begun. */
  readonly step: number
}

/** Sends each request of the integration through a function. */
export const withFetch =
  (
    handle: (
      request: Request,
      connection: Connection,
      send: typeof globalThis.fetch,
    ) => Promise<Response>,
  ): ConnectionChange =>
  (connection) => ({
    ...connection,
    fetch: (input, init) =>
      handle(requestTo(connection, input, init), connection, connection.fetch),
  })

/** Calls a function with each list that the integration reads. */
export const observeLists = (observe: (list: ListResponse) => unknown): ConnectionChange =>
  withFetch(async (request, connection, send) => {
    const response = await send(request)
    const query = pagedQueryOf(request, connection)
    const rows = query && (await rowsOf(response))
    if (rows) {
      await observe({
        url: new URL(request.url),
        rowCount: rows.length,
        hasNext: nextPageOf(response) !== undefined,
        hasFilter: Object.keys(query).some((name) => !unfiltered.has(name)),
        step: connection.emulator.journal().filter(({ kind }) => kind === 'step').length,
      })
    }
    return response
  })

/** Serves each list in pages of one record. */
export const inShortPages: ConnectionChange = withFetch((request, connection, send) => {
  const url = new URL(request.url)
  if (pagedQueryOf(request, connection)) url.searchParams.set('per_page', '1')
  return send(new Request(url, request))
})

/** Serves each list in one page, as if pages had no largest size. */
export const inOnePage: ConnectionChange = withFetch(async (request, connection, send) => {
  const response = await send(request.clone())
  if (!pagedQueryOf(request, connection) || !response.ok) return response
  const rows: unknown[] = []
  for (let page: Response | undefined = response; page;) {
    rows.push(...((await rowsOf(page)) ?? []))
    const next: string | undefined = nextPageOf(page)
    page = next === undefined ? undefined : await send(next, { headers: request.headers })
  }
  return Response.json(rows)
})

function requestTo(
  { baseUrl }: Connection,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Request {
  const isPath = typeof input === 'string' && input.startsWith('/')
  return new Request(isPath ? baseUrl + input : input, init)
}

/** The parameters of a list that leave out no record. */
const unfiltered: ReadonlySet<string> = new Set([...pagePositions, 'per_page', 'sort', 'include'])

/** The parameters of the list that a request reads; undefined if it reads no list with pages. */
function pagedQueryOf(
  { method, url }: Request,
  { emulator, baseUrl }: Connection,
): Shape | undefined {
  if (method !== 'GET' || !url.startsWith(baseUrl)) return undefined
  const path = new URL(url).pathname.slice(new URL(baseUrl).pathname.length)
  const query = contextOf(emulator).router.find('GET', path)?.operation.query
  return query && 'per_page' in query ? query : undefined
}

async function rowsOf(response: Response): Promise<readonly unknown[] | undefined> {
  if (!response.ok) return undefined
  try {
    const body: unknown = await response.clone().json()
    return Array.isArray(body) ? body : undefined
  } catch {
    // Note: a fault can damage the body.
    return undefined
  }
}

const nextPageOf = ({ headers }: Response): string | undefined =>
  /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
