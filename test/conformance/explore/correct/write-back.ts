/**
 * A correct write-back: a user receives the newsletter exactly if one of her enrollments is not canceled.
 *
 * The written value depends on the state of the service alone. Before each write, the integration reads the user and all
 * her enrollments, and writes only a value that differs. Therefore a repeated or late event writes nothing, and a write
 * without an answer is found at the next attempt.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import {
  endpoint,
  type Enrollment,
  type Handle,
  queue,
  readClient,
  type User,
} from './read-client.ts'

const isCurrent = ({ status }: Enrollment): boolean => status !== 'canceled'

export const writeBack: Connect = (connection) => {
  const client = readClient(connection)
  const inTurn = queue()

  async function refreshUser(id: number): Promise<void> {
    const user = await client.find<User>(`/users/${id}`)
    if (!user) return
    const enrollments = await client.list<Enrollment>(`/enrollments?student_id=${id}`)
    const wants_newsletter = enrollments.some(isCurrent)
    if (user.wants_newsletter === wants_newsletter) return
    await client.update(`/users/${id}`, { wants_newsletter })
  }

  /** The lists can change while they are read, so that each difference is read again before it is written. */
  async function synchronize(): Promise<void> {
    const users = await client.list<User>('/users')
    const enrollments = await client.list<Enrollment>('/enrollments')
    const students = new Set(enrollments.filter(isCurrent).map(({ student_id }) => student_id))
    for (const { id, wants_newsletter } of users)
      if (wants_newsletter !== students.has(id)) await refreshUser(id)
  }

  const handle: Handle = async (event, { id, primary_user_id }) => {
    if (event === 'user.merged') await refreshUser(primary_user_id)
    else if (event === 'user.created' || event === 'user.updated') await refreshUser(id)
    // Note: an enrollment does not tell its former student.
    else if (event.startsWith('enrollment.')) await synchronize()
  }

  return {
    fetch: endpoint(connection, (...event) => inTurn(() => handle(...event))),
    resync: () => inTurn(synchronize),
    problems: client.problems,
  }
}
