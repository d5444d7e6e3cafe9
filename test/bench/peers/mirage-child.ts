/** The process in which MirageJS runs; it times itself. */
import { calling, type Lane } from '../interleaved-runs.ts'
import { ask } from '../network.ts'
import { baseUrl, idAt, pageSize } from './peer.ts'
import type { Order } from './mirage.ts'

// Note: outside a browser it does nothing; these are the names by which it knows one.
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
const lanes: Record<'list' | 'read', Lane> = {
  list: calling(2, () => ask({ url, init: {} })),
  read: calling(2, (number) => ask({ url: `${url}/${idAt(number)}`, init: {} })),
}

process.on('message', async (order: Order) => {
  if ('run' in order) return process.send?.(await lanes[order.run]())
  server.db.loadData({ users: order.users.map((user) => ({ ...user, id: String(user.id) })) })
  return process.send?.('ready')
})
