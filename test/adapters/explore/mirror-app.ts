/** An integration for `explore --app`: mirrors the last names of users. `DEFECT` makes it incorrect. */
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import type { Connect } from 'course-admin-emulator/scenarios'

const defect = process.env['DEFECT']

/** A port of the test, which sees the end of this process. */
const watcher = process.env['WATCHER']
if (watcher !== undefined) await once(connectSocket(Number(watcher), '127.0.0.1'), 'connect')

export const connect: Connect = ({ baseUrl, token, fetch, sleep }) => {
  while (defect === 'blocks');
  const names: Record<number, string> = {}
  const state = { count: 0, names }

  async function get(path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${baseUrl}${path}`, { headers }).catch(() => undefined)
      const body = response?.ok ? await response.json().catch(() => undefined) : undefined
      if (body !== undefined) return body
      if (attempt === 100) throw new Error(`no answer to ${path}`)
      await sleep('1m')
    }
  }

  return {
    async fetch(request) {
      const { event_data: data } = (await request.json()) as { event_data: { id: number } }
      const user = (await get(`/users/${data.id}`)) as { last_name: string }
      names[data.id] = user.last_name
      if (defect === 'counts') state.count += 1
      return new Response(null, { status: 204 })
    },
    async resync() {
      const users = (await get('/users?per_page=100')) as { id: number; last_name: string }[]
      for (const { id, last_name } of users) if (id > 1) names[id] = last_name
    },
    state: () => state,
  }
}
