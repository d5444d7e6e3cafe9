/**
 * A correct keeper of accounts at a learning system, whose table is the storage: an account is
 * disabled, and never deleted.
 *
 * A student has an account from the first enrollment that is not canceled. It is enabled while
 * there is such an enrollment and the user exists, so that it depends on the records and not on the
 * order of events.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { answer, createClient, createTurns, nameOf, type Notification } from './client.ts'

interface User {
  readonly id: number
  readonly first_name: string
  readonly middle_name: string | null
  readonly last_name: string
}

interface Enrollment {
  readonly id: number
  readonly student_id: number
  readonly status: string
}

interface LmsAccount {
  /** The account of a deleted user has no name. */
  readonly name: string | null
  readonly isEnabled: boolean
}

export const keptAccounts: Connect = (connection) => {
  const { storage } = connection
  const client = createClient(connection)
  const inTurn = createTurns()

  function keep(id: number, user: User | undefined, isEnrolled: boolean): void {
    const known = storage.get<LmsAccount>(`account ${id}`)
    const isEnabled = user !== undefined && isEnrolled
    if (!known && !isEnabled) return
    storage.set(`account ${id}`, { name: user ? nameOf(user) : null, isEnabled })
  }

  async function refresh(id: number): Promise<void> {
    const user = await client.find<User>('/users', id)
    const path = `/enrollments?student_id=${id}&with_canceled=false`
    keep(id, user, (await client.list(path)).length > 0)
  }

  async function refreshStudentOf(enrollmentId: number): Promise<void> {
    const enrollment = await client.find<Enrollment>('/enrollments', enrollmentId)
    const stored = storage.get<number>(`student of ${enrollmentId}`)
    const student = enrollment?.student_id ?? stored
    if (student === undefined) return
    await refresh(student)
    if (stored !== undefined && stored !== student) await refresh(stored)
    // Note: the former student is forgotten last, so that a repeated delivery refreshes both.
    storage.set(`student of ${enrollmentId}`, student)
  }

  async function handle({ event, event_data: data }: Notification): Promise<void> {
    if (event.startsWith('enrollment.')) return refreshStudentOf(data['id'] as number)
    if (!event.startsWith('user.')) return
    const ids = [data['id'], data['secondary_user_id'], data['primary_user_id']]
    for (const id of ids.filter((each) => typeof each === 'number')) await refresh(id)
  }

  async function resync(): Promise<void> {
    const users = new Map((await client.list<User>('/users')).map((user) => [user.id, user]))
    const enrollments = await client.list<Enrollment>('/enrollments')
    const taken = enrollments.filter(({ status }) => status !== 'canceled')
    const enrolled = new Set(taken.map(({ student_id }) => student_id))
    for (const { id, student_id } of enrollments) storage.set(`student of ${id}`, student_id)
    const known = storage.list('account ').map(([key]) => Number(key.slice('account '.length)))
    for (const id of new Set([...known, ...enrolled])) keep(id, users.get(id), enrolled.has(id))
  }

  return {
    fetch: (request) => answer(request, (each) => inTurn(() => handle(each))),
    resync: () => inTurn(resync),
    state: () => Object.fromEntries(storage.list('account ')),
    problems: client.problems,
  }
}
