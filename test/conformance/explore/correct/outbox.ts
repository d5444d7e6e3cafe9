/**
 * A correct writer with an outbox: each order has one comment of the integration, with the status
 * of the order.
 *
 * The outbox is in the storage, so that a crash loses no write. A write reads the order, and looks
 * the comment up before it creates one: a create whose answer was lost is not repeated.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { answer, createClient, createJobs } from './client.ts'

interface Order {
  readonly id: number
  readonly status: string
}

interface Comment {
  readonly id: number
  readonly content: string
  readonly commentable_id: number
}

const prefix = 'Learning system: '

const contentFor = ({ status }: Order): string => `${prefix}the order is ${status}`

export const outbox: Connect = (connection) => {
  const client = createClient(connection)

  async function write(id: number): Promise<void> {
    const order = await client.find<Order>('/orders', id)
    // Note: the comments of a deleted order are deleted with it.
    if (!order) return
    const comments = await client.list<Comment>(`/orders/comments?order_id=${id}`)
    const own = comments.find(({ content }) => content.startsWith(prefix))
    const content = contentFor(order)
    if (own?.content === content) return
    if (own) return client.send('PUT', `/comments/${own.id}`, { content })
    const subject = { commentable_id: id, commentable_type: 'Order' }
    await client.send('POST', '/comments', { content, ...subject })
  }

  const jobs = createJobs<number>(connection, write)

  return {
    fetch: (request) =>
      answer(request, async ({ event, event_data: { id } }) => {
        if (event.startsWith('order.')) jobs.add(`order ${id}`, id as number)
      }),
    async resync() {
      await jobs.drain()
      const orders = await client.list<Order>('/orders')
      const comments = await client.list<Comment>('/orders/comments')
      const written = new Set(
        comments.map(({ commentable_id, content }) => `${commentable_id} ${content}`),
      )
      jobs.forgive()
      for (const order of orders)
        if (!written.has(`${order.id} ${contentFor(order)}`))
          jobs.add(`order ${order.id}`, order.id)
      await jobs.drain()
    },
    problems: () => [...client.problems(), ...jobs.problems()],
  }
}
