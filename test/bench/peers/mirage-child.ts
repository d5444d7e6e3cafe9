/** The process in which MirageJS runs; it times itself. */
import { timedCalls, type TimedRun } from '../interleaved-runs.ts'
import { sendRequest } from '../network.ts'
import { baseUrl, idAt, pageSize } from './peer.ts'
import type { ChildCommand } from './mirage.ts'

// Note: it runs in a browser only; these globals make it detect one.
Object.assign(globalThis, { self: globalThis, window: globalThis, XMLHttpRequest: EventTarget })
const { createServer, Model } = await import('miragejs')

const server = createServer({
  environment: 'test',
  models: { user: Model },
  routes() {
    this.urlPrefix = new URL(baseUrl).origin
    this.namespace = new URL(baseUrl).pathname
    this.timing = 0
    this.get('/users', (schema) => schema.all('user').slice(0, pageSize))
    this.get('/users/:id', (schema, { params }) => schema.find('user', params['id'] as string))
  },
})
server.logging = false

const url = `${baseUrl}/users`
const runs: Record<'list' | 'read', TimedRun> = {
  list: timedCalls(2, () => sendRequest({ url, init: {} })),
  read: timedCalls(2, (number) => sendRequest({ url: `${url}/${idAt(number)}`, init: {} })),
}

process.on('message', async (order: ChildCommand) => {
  if ('run' in order) return process.send?.(await runs[order.run]())
  server.db.loadData({ users: order.users.map((user) => ({ ...user, id: String(user.id) })) })
  return process.send?.('ready')
})
