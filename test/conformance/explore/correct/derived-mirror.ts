/**
 * A correct mirror of derived values: for each planned course the number of active enrollments, and
 * its students.
 *
 * No event carries a derived value, so that an event only names the courses to compute again, from
 * their lists. A user is in the courses of the stored rows and in those of its enrollments, which a
 * merge moves without events.
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

interface Row {
  readonly active: number
  /** The students whose enrollment is not canceled, by id. A deleted user has no name. */
  readonly students: Readonly<Record<number, string | null>>
  readonly enrollments: readonly number[]
}

const rowOf = (enrollments: readonly Enrollment[], names: ReadonlyMap<number, string>): Row => {
  const taken = enrollments.filter(({ status }) => status !== 'canceled')
  return {
    active: taken.filter(({ status }) => status === 'active').length,
    students: Object.fromEntries(
      taken.map(({ student_id }) => [student_id, names.get(student_id) ?? null]),
    ),
    enrollments: enrollments.map(({ id }) => id),
  }
}

export const derivedMirror: Connect = (connection) => {
  const { storage } = connection
  const client = createClient(connection)
  const inTurn = createTurns()
  const rows = (): [id: number, row: Row][] =>
    storage.list<Row>('course ').map(([key, row]) => [Number(key.slice('course '.length)), row])

  async function compute(id: number): Promise<void> {
    const course = await client.find('/planned_courses', id)
    if (!course) return void storage.delete(`course ${id}`)
    const enrollments = await client.list<Enrollment>(`/enrollments?planned_course_id=${id}`)
    const names = new Map<number, string>()
    for (const student of new Set(enrollments.map(({ student_id }) => student_id))) {
      const user = await client.find<User>('/users', student)
      if (user) names.set(student, nameOf(user))
    }
    storage.set(`course ${id}`, rowOf(enrollments, names))
  }

  async function coursesOfUser(id: number): Promise<number[]> {
    const enrollments = await client.list<Enrollment>(`/enrollments?student_id=${id}`)
    const stored = rows().filter(([, { students }]) => id in students)
    return [
      ...enrollments.map((each) => each.planned_course_id),
      ...stored.map(([course]) => course),
    ]
  }

  async function coursesOfEnrollment(id: number): Promise<number[]> {
    const enrollment = await client.find<Enrollment>('/enrollments', id)
    const stored = rows().filter(([, { enrollments }]) => enrollments.includes(id))
    return [...(enrollment ? [enrollment.planned_course_id] : []), ...stored.map(([key]) => key)]
  }

  async function concerned({ event, event_data: data }: Notification): Promise<number[]> {
    if (event === 'user.merged') {
      const users = [data['primary_user_id'] as number, data['secondary_user_id'] as number]
      return [
        ...(await coursesOfUser(users[0] as number)),
        ...(await coursesOfUser(users[1] as number)),
      ]
    }
    const id = data['id'] as number
    if (event.startsWith('user.')) return coursesOfUser(id)
    if (event.startsWith('enrollment.')) return coursesOfEnrollment(id)
    return /^planned_course\.(?!teacher)/.test(event) ? [id] : []
  }

  async function resync(): Promise<void> {
    const courses = await client.list<{ id: number }>('/planned_courses')
    const enrollments = await client.list<Enrollment>('/enrollments')
    const users = await client.list<User>('/users')
    const names = new Map(users.map((user) => [user.id, nameOf(user)]))
    const keys = new Set(courses.map(({ id }) => `course ${id}`))
    storage.transaction((tx) => {
      for (const [key] of tx.list('course ')) if (!keys.has(key)) tx.delete(key)
      for (const { id } of courses) {
        const own = enrollments.filter((each) => each.planned_course_id === id)
        tx.set(`course ${id}`, rowOf(own, names))
      }
    })
  }

  return {
    fetch: (request) =>
      answer(request, (notification) =>
        inTurn(async () => {
          for (const id of new Set(await concerned(notification))) await compute(id)
        }),
      ),
    resync: () => inTurn(resync),
    state: () =>
      Object.fromEntries(
        rows().map(([id, { active, students }]) => [
          `course ${id}`,
          { active, students: Object.values(students).toSorted() },
        ]),
      ),
    problems: client.problems,
  }
}
