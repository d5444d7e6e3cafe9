/**
 * The client of the integrations that read records: it follows the pages of lists, tells a deleted record from a lost
 * right, and remembers refused calls until they succeed.
 */
import { type EventName, verify, type WebhookEvent } from '../../../../src/index.ts'
import type { Connection } from '../../../../src/scenarios.ts'

export interface User {
  readonly id: number
  readonly email: string
  readonly last_name: string
  readonly wants_newsletter: boolean
}

export interface Enrollment {
  readonly id: number
  readonly student_id: number
  readonly status: string
}

export interface ReadClient {
  /** Reads a record. Returns undefined if it does not exist. */
  find<T>(path: string): Promise<T | undefined>
  /** Reads all pages of a list. */
  list<T>(path: string): Promise<T[]>
  /** Writes fields of a record. Returns whether it exists. */
  update(path: string, fields: object): Promise<boolean>
  /** The calls that are refused, and that have not succeeded since. */
  problems(): string[]
}

const pageSize = 2

export function readClient({ baseUrl, token, fetch, storage }: Connection): ReadClient {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, { ...init, headers })
    const name = `${init.method ?? 'GET'} ${url.slice(baseUrl.length)}`
    const key = `problem ${name}`
    if (response.status === 401 || response.status === 403)
      storage.set(key, `${name} is refused with ${response.status}`)
    else if ((response.ok || response.status === 404) && storage.get(key) !== undefined)
      storage.delete(key)
    if (response.ok || response.status === 404) return response
    throw new Error(`${name} answered ${response.status}`)
  }

  /** A 404 also stands for a missing right. It means a missing record if the list of its kind can be read. */
  async function exists(response: Response, path: string): Promise<boolean> {
    if (response.ok) return true
    const list = await call(`${baseUrl}/${path.split('/')[1]}?per_page=1`)
    if (list.status === 404) storage.set(`problem ${path}`, `${path} cannot be read`)
    if (!list.ok) throw new Error(`${path} cannot be read`)
    return false
  }

  return {
    async find<T>(path: string) {
      const response = await call(baseUrl + path)
      return (await exists(response, path)) ? ((await response.json()) as T) : undefined
    },
    async list<T>(path: string) {
      const found: T[] = []
      const separator = path.includes('?') ? '&' : '?'
      for (
        let url: string | undefined = `${baseUrl}${path}${separator}per_page=${pageSize}`;
        url;
      ) {
        const response = await call(url)
        if (!response.ok) throw new Error(`${path} cannot be listed`)
        found.push(...((await response.json()) as T[]))
        url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return found
    },
    async update(path, fields) {
      const body = JSON.stringify(fields)
      return exists(await call(baseUrl + path, { method: 'PUT', body }), path)
    },
    problems: () => storage.list<string>('problem ').map(([, problem]) => problem),
  }
}

/** The ids in the payload of an event. Nothing else of it is used, because deliveries have no order. */
export interface EventIds {
  readonly id: number
  readonly student_id?: number
  readonly primary_user_id: number
  readonly secondary_user_id: number
}

const idsOf = ({ event_data }: WebhookEvent): EventIds => event_data as unknown as EventIds

export type Handle = (event: EventName, ids: EventIds, notification: string) => Promise<void>

/** The webhook endpoint: it answers 2xx after the work, and 503 if the work fails, so that the event comes again. */
export const endpoint =
  ({ secret, now }: Connection, handle: Handle) =>
  async (request: Request): Promise<number> => {
    const event = await verify(request, secret, { clock: { now } }).catch(() => undefined)
    if (!event) return 401
    const notification = request.headers.get('webhook-id') ?? ''
    return handle(event.event, idsOf(event), notification).then(
      () => 204,
      () => 503,
    )
  }

/** Runs one piece of work after the other, so that an earlier read never overwrites a later one. */
export function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
