/**
 * A correct counter of events with a log, next to a mirror of users.
 *
 * One transaction notes the id of a notification, counts it and appends to the log, so that a repeated delivery counts
 * once. The synchronization counts the notifications that never arrived: the service keeps them all. The log has the times
 * of the integration, which differ between runs, and therefore stands in `ignore`.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { endpoint, type Handle, queue, readClient, type User } from './read-client.ts'

interface Notification {
  readonly id: string
  readonly data: { readonly event: string }
}

interface Webhook {
  readonly id: string
  readonly url: string
}

/** Where this integration receives its events. Other webhooks have notifications of the same events. */
const address = 'https://integration.test/hooks'

export const counterAndLog: Connect = (connection) => {
  const { storage, now } = connection
  const client = readClient(connection)
  const inTurn = queue()

  function count(id: string, event: string): void {
    if (!event.startsWith('user.') || storage.get(`seen ${id}`)) return
    storage.transaction((tx) => {
      tx.set(`seen ${id}`, true)
      tx.set(`count ${event}`, (tx.get<number>(`count ${event}`) ?? 0) + 1)
      tx.set(`log ${tx.list('log ').length}`, `${now().toISOString()} ${event}`)
    })
  }

  const keep = ({ id, email, last_name }: User): void =>
    storage.set(`/users/${id}`, { email, last_name })

  async function refresh(key: string): Promise<void> {
    const user = await client.find<User>(key)
    if (user) keep(user)
    else storage.delete(key)
  }

  async function synchronize(): Promise<void> {
    const users = await client.list<User>('/users')
    for (const user of users) keep(user)
    const listed = new Set(users.map(({ id }) => `/users/${id}`))
    for (const [key] of storage.list('/users/')) if (!listed.has(key)) await refresh(key)
    for (const { id, url } of await client.list<Webhook>('/webhooks'))
      if (url === address)
        for (const each of await client.list<Notification>(`/webhooks/${id}/notifications`))
          count(each.id, each.data.event)
  }

  const handle: Handle = async (event, ids, notification) => {
    if (!event.startsWith('user.')) return
    const { id, primary_user_id, secondary_user_id } = ids
    const changed = event === 'user.merged' ? [primary_user_id, secondary_user_id] : [id]
    for (const each of changed) await refresh(`/users/${each}`)
    count(notification, event)
  }

  return {
    fetch: endpoint(connection, (...event) => inTurn(() => handle(...event))),
    resync: () => inTurn(synchronize),
    problems: client.problems,
    ignore: ['log'],
    state: () => ({
      users: Object.fromEntries(storage.list('/users/')),
      counts: Object.fromEntries(storage.list('count ')),
      log: storage.list('log ').map(([, line]) => line),
    }),
  }
}
