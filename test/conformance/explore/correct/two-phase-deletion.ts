/**
 * A correct mirror with a deletion in two phases: a user that the service no longer has is marked, and removed by the
 * next synchronization or after 30 days.
 *
 * The mark is in the storage, and so survives a crash. A user that is found again loses the mark. Only a read of the user
 * itself marks her, because a list can miss a user that moves between two pages. `state` has no marked users: they are
 * an archive, and the time of their removal depends on the synchronizations.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { endpoint, type Handle, queue, readClient, type User } from './read-client.ts'

interface Row {
  readonly email: string
  readonly last_name: string
  /** When the service first did not have the user, in milliseconds. */
  readonly goneAt?: number
}

const keptMs = 30 * 24 * 3_600_000

export const twoPhaseDeletion: Connect = (connection) => {
  const { storage, now } = connection
  const client = readClient(connection)
  const inTurn = queue()

  const keep = ({ id, email, last_name }: User): void =>
    storage.set(`/users/${id}`, { email, last_name })

  async function refresh(key: string): Promise<void> {
    const user = await client.find<User>(key)
    if (user) return keep(user)
    const row = storage.get<Row>(key)
    if (row && row.goneAt === undefined) storage.set(key, { ...row, goneAt: now().getTime() })
  }

  function removeExpired(): void {
    for (const [key, { goneAt }] of storage.list<Row>('/users/'))
      if (goneAt !== undefined && now().getTime() - goneAt >= keptMs) storage.delete(key)
  }

  async function synchronize(): Promise<void> {
    const marked = storage.list<Row>('/users/').filter(([, { goneAt }]) => goneAt !== undefined)
    const users = await client.list<User>('/users')
    for (const user of users) keep(user)
    const listed = new Set(users.map(({ id }) => `/users/${id}`))
    for (const [key] of storage.list('/users/')) if (!listed.has(key)) await refresh(key)
    for (const [key] of marked) if (storage.get<Row>(key)?.goneAt !== undefined) storage.delete(key)
  }

  const handle: Handle = async (event, { id, primary_user_id, secondary_user_id }) => {
    if (!event.startsWith('user.')) return
    const ids = event === 'user.merged' ? [primary_user_id, secondary_user_id] : [id]
    for (const each of ids) await refresh(`/users/${each}`)
    removeExpired()
  }

  return {
    fetch: endpoint(connection, (...event) => inTurn(() => handle(...event))),
    resync: () => inTurn(synchronize),
    problems: client.problems,
    state: () =>
      Object.fromEntries(
        storage.list<Row>('/users/').filter(([, { goneAt }]) => goneAt === undefined),
      ),
  }
}
