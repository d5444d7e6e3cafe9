/**
 * A correct creator of records: each order has one task, whose name is the comment of the customer. The description of a
 * task names its order, so that a repeated delivery, a lost answer or an empty storage finds the task.
 *
 * `looksFirst: false` is a defect: a task is created without looking for it. With `keepsTasks`, the task stays when its order
 * is removed.
 */
import { verify } from 'course-admin-emulator'
import type { Connect } from '../../../../src/scenarios.ts'

interface Order {
  readonly id: number
  readonly customer_comment: string | null
}

interface Task {
  readonly id: number
  readonly name: string
  readonly description: string | null
}

/** A write that the service refused. It is not repeated before the next synchronization. */
class Refused extends Error {}

export const tasksOfOrders =
  ({ looksFirst = true, keepsTasks = false } = {}): Connect =>
  ({ baseUrl, token, secret, fetch, now, sleep, storage }) => {
    const problems: string[] = []
    let turn: Promise<unknown> = Promise.resolve()

    async function call(path: string, method = 'GET', body?: object): Promise<Response> {
      for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(path.startsWith('/') ? baseUrl + path : path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }).catch(() => undefined)
        const isAnswered = response && response.status < 500 && response.status !== 429
        if (isAnswered && (response.ok || response.status === 404)) return response
        if (isAnswered) throw new Refused(`${method} is answered ${response.status}`)
        // Note: a creation without an answer may have happened. The next attempt looks for the task first.
        if (method === 'POST' || attempt === 20) throw new Error('the service does not answer')
        await sleep(`${Math.max(Number(response?.headers.get('retry-after') ?? 0), 60 * attempt)}s`)
      }
    }

    async function list<T>(path: string): Promise<T[]> {
      const found: T[] = []
      for (let url: string | undefined = `${path}?per_page=100`; url;) {
        const response = await call(url)
        found.push(...((await response.json()) as T[]))
        url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return found
    }

    const nameOf = ({ customer_comment }: Order): string => customer_comment ?? 'No comment'
    const descriptionOf = (id: number): string => `order ${id}`

    /** Creates, updates or removes the task of an order. */
    async function reconcile(id: number, order: Order | undefined, tasks: readonly Task[]) {
      const task = tasks.find(({ description }) => description === descriptionOf(id))
      if (!order) {
        if (keepsTasks) return
        if (task) await call(`/tasks/${task.id}`, 'DELETE')
        return storage.delete(`order ${id}`)
      }
      const name = nameOf(order)
      if (!task) await call('/tasks', 'POST', { name, description: descriptionOf(id) })
      else if (task.name !== name) await call(`/tasks/${task.id}`, 'PUT', { name })
      storage.set(`order ${id}`, name)
    }

    async function refresh(id: number): Promise<void> {
      const response = await call(`/orders/${id}`)
      const order = response.ok ? ((await response.json()) as Order) : undefined
      await reconcile(id, order, looksFirst ? await list<Task>('/tasks') : [])
    }

    const pending = (): readonly (readonly [string, number])[] => storage.list<number>('due ')

    async function work(): Promise<void> {
      for (let due = pending(); due.length > 0; due = pending()) {
        for (const [key, count] of due) {
          try {
            await refresh(Number(key.slice(4)))
          } catch (error) {
            if (!(error instanceof Refused)) {
              await sleep('1m')
              continue
            }
            problems.push(error.message)
          }
          if (storage.get(key) === count) storage.delete(key)
        }
      }
    }

    async function resync(): Promise<void> {
      const orders = await list<Order>('/orders')
      const tasks = await list<Task>('/tasks')
      const byId = new Map(orders.map((order) => [order.id, order]))
      const known = storage.list('order ').map(([key]) => Number(key.slice(6)))
      for (const id of new Set([...byId.keys(), ...known])) await reconcile(id, byId.get(id), tasks)
    }

    function inTurn<T>(task: () => Promise<T>): Promise<T> {
      const started = turn.then(task)
      turn = started.catch(() => undefined)
      return started
    }

    if (pending().length > 0) void inTurn(work)
    return {
      async fetch(request, { waitUntil }) {
        const isSigned = await verify(request.clone(), secret, { clock: { now } }).catch(
          () => false,
        )
        if (isSigned === false) return 401
        const { event, event_data } = (await request.json()) as { event: string; event_data: Order }
        if (!event.startsWith('order.')) return 204
        const key = `due ${event_data.id}`
        storage.set(key, (storage.get<number>(key) ?? 0) + 1)
        waitUntil(inTurn(work))
        return 204
      },
      resync: () => inTurn(resync),
      state: () => Object.fromEntries(storage.list('order ')),
      problems: () => problems,
    }
  }
