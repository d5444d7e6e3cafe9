/**
 * The HTTP client of the correct integrations: it follows the Link header, and it remembers which
 * calls were refused.
 *
 * The service answers 403 or 404 to a call that the token does not permit. A record is gone only if
 * its list answers.
 */
import type { Connection, IntegrationStorage } from '../../../../src/scenarios.ts'

export interface Notification {
  readonly event: string
  readonly event_data: Readonly<Record<string, unknown>>
}

interface Client {
  /** Reads all pages of a list. */
  list<T>(path: string): Promise<T[]>
  /** Reads a record, or undefined if the service does not have it. */
  find<T>(collection: string, id: number): Promise<T | undefined>
  /** Writes, and throws unless the service answers 2xx. */
  send(method: 'POST' | 'PUT', path: string, body: object): Promise<void>
  /** The calls that the service refuses at present, without ids and names. */
  problems(): string[]
}

const pageSize = 100

class CallError extends Error {
  readonly status: number
  readonly retryAfterMs: number
  constructor({ status, headers }: Response, call: string) {
    super(`${call} answered ${status}`)
    this.status = status
    this.retryAfterMs = 1000 * Number(headers.get('retry-after') ?? 0)
  }
  /** Whether the same call is refused again if it is repeated. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }
}

/** Remembers refused calls in the storage, until a call of the same kind succeeds. */
function remember(storage: IntegrationStorage, call: string, status: number): void {
  const key = `refused ${call}`
  if (status === 401 || status === 403) storage.set(key, status)
  else if (status < 300 && storage.get(key) !== undefined) storage.delete(key)
}

export function createClient({ baseUrl, token, fetch, storage }: Connection): Client {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, { ...init, headers })
    const path = url.slice(baseUrl.length).replace(/\?.*/, '').replace(/\d+/g, 'ID')
    const name = `${init.method ?? 'GET'} ${path}`
    remember(storage, name, response.status)
    if (!response.ok) throw new CallError(response, name)
    return response
  }

  async function list<T>(path: string): Promise<T[]> {
    const found: T[] = []
    const query = `${path.includes('?') ? '&' : '?'}per_page=${pageSize}`
    for (let url: string | undefined = `${baseUrl}${path}${query}`; url;) {
      const response = await call(url)
      found.push(...((await response.json()) as T[]))
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  return {
    list,
    async find<T>(collection: string, id: number): Promise<T | undefined> {
      try {
        return (await (await call(`${baseUrl}${collection}/${id}`)).json()) as T
      } catch (error) {
        if (!(error instanceof CallError && error.status === 404)) throw error
        // Note: a 404 can also mean that the token lacks the scope. The list is refused then.
        await call(`${baseUrl}${collection}?per_page=1`)
        return undefined
      }
    },
    async send(method, path, body): Promise<void> {
      await call(`${baseUrl}${path}`, { method, body: JSON.stringify(body) })
    },
    problems: () =>
      storage
        .list<number>('refused ')
        .map(([key, status]) => `${key.slice('refused '.length)} is refused with ${status}`),
  }
}

/** Performs one work after the other, so that no older answer replaces a newer one. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

interface Job<T> {
  readonly content: T
  /** Jobs of one key differ in their number: one that comes during work is not deleted with it. */
  readonly number: number
  readonly attempts: number
}

interface Jobs<T> {
  /** Stores the job, and wakes the worker. A stored job of the same key is replaced. */
  add(key: string, content: T): void
  /** Resolves when each job is done or given up. */
  drain(): Promise<void>
  /** Forgets the jobs that were given up, because a synchronization made up for them. */
  forgive(): void
  problems(): string[]
}

const maxAttempts = 10

/** Jobs in the storage. A worker repeats each with growing pauses, and gives it up at last. */
export function createJobs<T>(
  { storage, sleep }: Connection,
  handle: (content: T) => Promise<void>,
): Jobs<T> {
  let running: Promise<void> | undefined

  /** Performs one attempt. Returns how long to wait before the next one, or 0. */
  async function attempt(key: string, job: Job<T>): Promise<number> {
    let error: unknown
    try {
      await handle(job.content)
    } catch (thrown) {
      error = thrown
    }
    const isNewest = storage.get<Job<T>>(`job ${key}`)?.number === job.number
    if (!isNewest) return 0
    const attempts = job.attempts + 1
    const isFinal = attempts === maxAttempts || (error instanceof CallError && error.isFinal)
    if (error === undefined) storage.delete(`job ${key}`)
    else if (!isFinal) storage.set(`job ${key}`, { ...job, attempts })
    else
      storage.transaction((tx) => {
        tx.delete(`job ${key}`)
        tx.set(`given up ${key}`, error instanceof CallError ? error.message : 'no answer')
      })
    if (error === undefined || isFinal) return 0
    const pause = Math.min(30_000 * 2 ** attempts, 900_000)
    return Math.max(pause, error instanceof CallError ? error.retryAfterMs : 0)
  }

  async function work(): Promise<void> {
    for (;;) {
      const jobs = storage.list<Job<T>>('job ')
      if (jobs.length === 0) {
        running = undefined
        return
      }
      let pause = 0
      for (const [key, job] of jobs) {
        // Note: an attempt that cannot be stored is repeated.
        const next = await attempt(key.slice('job '.length), job).catch(() => 30_000)
        pause = Math.max(pause, next)
      }
      if (pause > 0) await sleep({ ms: pause })
    }
  }

  function drain(): Promise<void> {
    running ??= Promise.resolve().then(work)
    return running
  }

  void drain()
  return {
    add(key, content) {
      storage.transaction((tx) => {
        const number = (tx.get<number>('jobs') ?? 0) + 1
        tx.set('jobs', number)
        tx.set(`job ${key}`, { content, number, attempts: 0 })
      })
      void drain()
    },
    drain,
    forgive() {
      for (const [key] of storage.list('given up ')) storage.delete(key)
    },
    problems: () => storage.list<string>('given up ').map(([key, reason]) => `${key}: ${reason}`),
  }
}

/** Answers 204 when the work is durable. After a 503 the service delivers the event again. */
export async function answer(
  request: Request,
  work: (notification: Notification) => Promise<void>,
): Promise<number> {
  try {
    await work((await request.json()) as Notification)
    return 204
  } catch {
    return 503
  }
}

/** The full name of a user. */
export function nameOf(user: {
  readonly first_name: string
  readonly middle_name: string | null
  readonly last_name: string
}): string {
  return [user.first_name, user.middle_name, user.last_name].filter(Boolean).join(' ')
}
