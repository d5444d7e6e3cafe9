/**
 * A correct mirror whose state is a list: the enrollments of all users, sorted by name.
 *
 * The list is made from rows with keys, so that the order of work does not count. A row is read
 * again for each event of its enrollment or its user, and a merge reads the enrollments of both
 * users.
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
  readonly planned_course_id: number
  readonly status: string
}

type Row = Pick<Enrollment, 'student_id' | 'planned_course_id' | 'status'>

const rowOf = ({ student_id, planned_course_id, status }: Enrollment): Row => ({
  student_id,
  planned_course_id,
  status,
})

export const listState: Connect = (connection) => {
  const { storage } = connection
  const client = createClient(connection)
  const inTurn = createTurns()

  async function refreshUser(id: number): Promise<void> {
    const user = await client.find<User>('/users', id)
    if (user) storage.set(`user ${id}`, nameOf(user))
    else storage.delete(`user ${id}`)
  }

  async function refreshEnrollmentsOf(student: number): Promise<void> {
    const enrollments = await client.list<Enrollment>(`/enrollments?student_id=${student}`)
    const keys = new Set(enrollments.map(({ id }) => `enrollment ${id}`))
    storage.transaction((tx) => {
      for (const [key, row] of tx.list<Row>('enrollment '))
        if (row.student_id === student && !keys.has(key)) tx.delete(key)
      for (const each of enrollments) tx.set(`enrollment ${each.id}`, rowOf(each))
    })
  }

  async function refreshEnrollment(id: number): Promise<void> {
    const enrollment = await client.find<Enrollment>('/enrollments', id)
    if (!enrollment) return void storage.delete(`enrollment ${id}`)
    await refreshUser(enrollment.student_id)
    storage.set(`enrollment ${id}`, rowOf(enrollment))
  }

  async function handle({ event, event_data: data }: Notification): Promise<void> {
    if (event.startsWith('enrollment.')) return refreshEnrollment(data['id'] as number)
    if (!event.startsWith('user.')) return
    const ids = [data['id'], data['secondary_user_id'], data['primary_user_id']]
    for (const id of ids.filter((each) => typeof each === 'number')) {
      await refreshUser(id)
      await refreshEnrollmentsOf(id)
    }
  }

  async function resync(): Promise<void> {
    const users = await client.list<User>('/users')
    const enrollments = await client.list<Enrollment>('/enrollments')
    const rows = new Map<string, unknown>([
      ...users.map((user) => [`user ${user.id}`, nameOf(user)] as const),
      ...enrollments.map((each) => [`enrollment ${each.id}`, rowOf(each)] as const),
    ])
    storage.transaction((tx) => {
      for (const [key] of [...tx.list('user '), ...tx.list('enrollment ')])
        if (!rows.has(key)) tx.delete(key)
      for (const [key, value] of rows) tx.set(key, value)
    })
  }

  return {
    fetch: (request) => answer(request, (each) => inTurn(() => handle(each))),
    resync: () => inTurn(resync),
    state: () =>
      storage
        .list<Row>('enrollment ')
        .map(([, { student_id, planned_course_id, status }]) => {
          const student = storage.get<string>(`user ${student_id}`) ?? 'a deleted user'
          return `${student}, course ${planned_course_id}, ${status}`
        })
        .toSorted(),
    problems: client.problems,
  }
}
