/**
 * A correct mirror of orders and accounts with a queue: a delivery is stored, acknowledged, and
 * handled by a worker.
 *
 * The stored job survives a crash, and the worker repeats it, because the service does not deliver
 * an acknowledged event again. A job names a record and has no content, so that the worker reads
 * the newest one.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { answer, createClient, createJobs, createTurns, type Notification } from './client.ts'

interface Account {
  readonly id: number
  readonly name: string
  readonly account_type: string
}

interface Order {
  readonly id: number
  readonly status: string
}

export const queueWorker: Connect = (connection) => {
  const { storage } = connection
  const client = createClient(connection)
  const inTurn = createTurns()

  const keep = ({ id, name, account_type }: Account): void =>
    storage.set(`account ${id}`, { name, account_type })

  async function refreshAccount(id: number): Promise<void> {
    const account = await client.find<Account>('/accounts', id)
    if (account) keep(account)
    else storage.delete(`account ${id}`)
  }

  async function refreshOrder(id: number): Promise<void> {
    const order = await client.find<Order>('/orders', id)
    if (order) storage.set(`order ${id}`, order.status)
    else storage.delete(`order ${id}`)
  }

  /** The name of a personal account follows the name of its user. */
  async function refreshAccountsOf(user: number): Promise<void> {
    const accounts = await client.list<Account>(`/accounts?user_id=${user}`)
    for (const account of accounts) keep(account)
  }

  async function handle({ event, event_data: data }: Notification): Promise<void> {
    const id = data['id'] as number
    if (event.startsWith('order.')) return refreshOrder(id)
    if (event.startsWith('account.')) return refreshAccount(id)
    return refreshAccountsOf(id)
  }

  const concerns = (event: string): boolean =>
    event.startsWith('order.') || event.startsWith('account.') || /^user\.(upd|mer)/.test(event)

  async function resync(): Promise<void> {
    const orders = await client.list<Order>('/orders')
    const accounts = await client.list<Account>('/accounts')
    const keys = new Set([
      ...orders.map(({ id }) => `order ${id}`),
      ...accounts.map(({ id }) => `account ${id}`),
    ])
    for (const [key] of [...storage.list('order '), ...storage.list('account ')])
      if (!keys.has(key)) storage.delete(key)
    for (const { id, status } of orders) storage.set(`order ${id}`, status)
    for (const account of accounts) keep(account)
    jobs.forgive()
  }

  const jobs = createJobs<Notification>(connection, (content) => inTurn(() => handle(content)))
  return {
    fetch: (request) =>
      answer(request, async ({ event, event_data }) => {
        const [resource] = event.split('.')
        const id = event_data['id'] ?? event_data['primary_user_id']
        if (concerns(event))
          jobs.add(`${resource} ${id}`, { event, event_data: { ...event_data, id } })
      }),
    resync: () => inTurn(resync),
    state: () => ({
      orders: Object.fromEntries(storage.list('order ')),
      accounts: Object.fromEntries(storage.list('account ')),
    }),
    problems: () => [...client.problems(), ...jobs.problems()],
  }
}
