/**
 * A correct creator of records: it creates one task for each event of the service.
 *
 * A worker handles the stored notifications in turn. The description of a task holds the id of its notification, so
 * that a repeated create finds the task. A synchronization reads the notifications of the webhook, and adds the
 * missing ones.
 */
import { verify } from '../../../../src/index.ts'
import type { Connect } from '../../../../src/scenarios.ts'

interface Work {
  readonly event: string
  readonly isDone: boolean
}

interface Notification {
  readonly id: string
  readonly data: { readonly event: string }
}

const attemptsMax = 12

export const taskPerEvent: Connect = (connection) => {
  const { baseUrl, token, secret, fetch, now, sleep, storage } = connection
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let worker = Promise.resolve()

  /** Repeats a call while the service does not answer it. A refused call throws. */
  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, { ...init, headers }).catch(() => undefined)
      if (response?.ok) return response
      const isTemporary = !response || response.status === 429 || response.status >= 500
      if (!isTemporary || attempt === attemptsMax) throw new Error('a call is refused')
      const seconds = Number(
        response?.headers.get('retry-after') ?? Math.min(2 ** attempt * 15, 1_800),
      )
      await sleep(`${seconds}s`)
    }
  }

  async function listAll<T>(path: string): Promise<T[]> {
    const found: T[] = []
    for (let url: string | undefined = `${baseUrl}${path}`; url;) {
      const response = await call(url)
      const page = await response.json().catch(() => undefined)
      // Note: the connection was lost in the body.
      if (page === undefined) continue
      found.push(...(page as T[]))
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  async function ensureTask(id: string, event: string): Promise<void> {
    const description = `notification ${id}`
    for (let attempt = 1; ; attempt += 1) {
      const tasks = await listAll<{ description: string }>('/tasks?per_page=100')
      if (tasks.some((task) => task.description === description)) return
      const body = JSON.stringify({ name: `Look at ${event}`, description })
      const response = await fetch(`${baseUrl}/tasks`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (response?.ok) return
      const isTemporary = !response || response.status === 429 || response.status >= 500
      if (!isTemporary || attempt === attemptsMax) throw new Error('a create is refused')
      const seconds = Number(
        response?.headers.get('retry-after') ?? Math.min(2 ** attempt * 15, 1_800),
      )
      await sleep(`${seconds}s`)
    }
  }

  const worksOf = (): [string, Work][] =>
    storage.entries<Work>().filter(([key]) => key.startsWith('work '))

  async function workOff(): Promise<void> {
    for (;;) {
      const next = worksOf().find(([, { isDone }]) => !isDone)
      if (!next) return
      const [key, work] = next
      const id = key.slice('work '.length)
      try {
        await ensureTask(id, work.event)
        storage.delete(`problem ${id}`)
      } catch (error) {
        storage.set(`problem ${id}`, (error as Error).message)
      }
      storage.set(key, { ...work, isDone: true })
    }
  }

  // Note: work that is added while a worker ends has a worker of its own.
  const startWorker = (): Promise<void> => (worker = worker.then(workOff))

  function add(id: string, event: string): void {
    if (event.startsWith('task.') || storage.get(`work ${id}`)) return
    storage.set(`work ${id}`, { event, isDone: false })
  }

  // Note: work that a crash interrupted.
  void startWorker()

  return {
    async fetch(request, { waitUntil }) {
      const event = await verify(request, secret, { clock: { now } }).catch(() => undefined)
      if (event === undefined) return new Response(null, { status: 401 })
      add(request.headers.get('webhook-id') ?? '', event.event)
      waitUntil(startWorker())
      return new Response(null, { status: 202 })
    },
    async resync() {
      try {
        const [webhook] = await listAll<{ id: string }>('/webhooks')
        const path = `/webhooks/${webhook?.id}/notifications?per_page=100`
        for (const { id, data } of await listAll<Notification>(path)) add(id, data.event)
        storage.delete('problem resync')
      } catch (error) {
        storage.set('problem resync', (error as Error).message)
      }
      for (const [key] of storage.entries()) {
        const id = key.slice('problem '.length)
        const work = key.startsWith('problem ') && storage.get<Work>(`work ${id}`)
        if (work) storage.set(`work ${id}`, { ...work, isDone: false })
      }
      await startWorker()
    },
    state: () =>
      worksOf()
        .map(([, { event, isDone }]) => `${event} ${isDone}`)
        .sort(),
    problems: () =>
      storage
        .entries<string>()
        .filter(([key]) => key.startsWith('problem '))
        .map(([key, text]) => `${key}: ${text}`),
  }
}
