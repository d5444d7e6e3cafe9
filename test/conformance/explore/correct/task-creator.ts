/**
 * A correct creator of records: it creates one task for each event.
 *
 * The description of a task holds the id of its notification, so that a repeated delivery finds the task. A
 * synchronization reads the notifications of the webhook, and creates the tasks that are missing.
 */
import type { Connect } from '../../../../src/scenarios.ts'

interface Notification {
  readonly id: string
  readonly data: { readonly event: string; readonly event_data: Record<string, unknown> }
}

export const taskCreator: Connect = ({ baseUrl, token, fetch }) => {
  let last: Promise<unknown> = Promise.resolve()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, { ...init, headers })
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return response
  }

  async function listAll<T>(path: string): Promise<T[]> {
    const found: T[] = []
    for (let url: string | undefined = `${baseUrl}${path}`; url;) {
      const response = await call(url)
      found.push(...((await response.json()) as T[]))
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  async function ensureTask(id: string, { event }: Notification['data']): Promise<void> {
    if (event.startsWith('task.')) return
    const tasks = await listAll<{ description: string }>('/tasks?per_page=100')
    if (tasks.some(({ description }) => description === `notification ${id}`)) return
    const body = JSON.stringify({ name: `Look at ${event}`, description: `notification ${id}` })
    await call(`${baseUrl}/tasks`, { method: 'POST', body })
  }

  /** Handles one notification after the other, so that two deliveries of one create one task. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    async fetch(request) {
      const id = request.headers.get('webhook-id') ?? ''
      const data = (await request.json()) as Notification['data']
      try {
        await inTurn(() => ensureTask(id, data))
        return new Response(null, { status: 204 })
      } catch {
        return new Response(null, { status: 503 })
      }
    },
    resync: () =>
      inTurn(async () => {
        const webhooks = await listAll<{ id: string; url: string }>('/webhooks')
        const webhook = webhooks.find(({ url }) => url === 'https://integration.test/hooks')
        const path = `/webhooks/${webhook?.id}/notifications`
        for (const { id, data } of await listAll<Notification>(path)) await ensureTask(id, data)
      }),
  }
}
