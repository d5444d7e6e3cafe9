/** The client for the API of the course administration. */
import type { Settings } from './config.ts'
import { createSend, orNone } from './http.ts'

export interface User {
  id: number
  first_name: string
  middle_name: string | null
  last_name: string
  email: string
  locale: string
  /** Absent if the environment does not manage principal IDs. */
  external_identity?: { principal_id: string | null }
}

export interface Enrollment {
  id: number
  student_id: number
  planned_course_id: number
  status: 'confirmed' | 'active' | 'canceled' | 'completed'
}

export interface PlannedCourse {
  id: number
  course_id: number
  /** The URL of the LMS course, or null. */
  lms_link: string | null
}

export type Service = ReturnType<typeof createService>

export function createService({ baseUrl, token, ...settings }: Settings) {
  const send = createSend(settings, { authorization: `Bearer ${token}` })

  async function get<T>(path: string): Promise<T> {
    const response = await send('GET', baseUrl + path)
    return response.json()
  }

  /** Lists all records. The Link header contains the URL of the next page. */
  async function all<T>(path: string): Promise<T[]> {
    const records: T[] = []
    const size = `${path.includes('?') ? '&' : '?'}per_page=100`
    for (let url: string | undefined = baseUrl + path + size; url;) {
      const response = await send('GET', url)
      records.push(...((await response.json()) as T[]))
      url = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return records
  }

  /**
   * A teacher record refers to its user by email. If no user has that email, the record is read
   * again: a merge can move it to another user.
   */
  async function usersOfTeacher(id: number, emailBefore?: string): Promise<User[]> {
    const { email } = await get<{ email: string }>(`/teachers/${id}`)
    if (email === emailBefore) return []
    const users = await all<User>(`/users?email=${encodeURIComponent(email)}`)
    return users.length > 0 ? users : usersOfTeacher(id, email)
  }

  return {
    user: (id: number) => orNone(get<User>(`/users/${id}`)),
    edition: (id: number) => orNone(get<PlannedCourse>(`/planned_courses/${id}`)),
    editions: () => all<PlannedCourse>('/planned_courses'),
    courseName: async (id: number) => (await get<{ name: string }>(`/courses/${id}`)).name,

    enrollment: (id: number) => orNone(get<Enrollment>(`/enrollments/${id}`)),
    enrollmentsOf: (student: number) =>
      all<Enrollment>(`/enrollments?student_id=${student}&with_canceled=false`),
    enrollmentsOn: (edition: number) =>
      all<Enrollment>(`/enrollments?planned_course_id=${edition}&with_canceled=false`),

    /** Lists the users who teach an edition. */
    async teachersOn(edition: number): Promise<number[]> {
      const path = `/planned_courses/${edition}/teacher_enrollments`
      const users: User[] = []
      for (const { teacher_id } of await all<{ teacher_id: number }>(path))
        users.push(...(await usersOfTeacher(teacher_id)))
      return users.map(({ id }) => id)
    },

    async setPrincipalId(userId: number, principal_id: string): Promise<void> {
      const url = `${baseUrl}/users/${userId}/external_identity`
      await send('POST', url, { principal_id }, { isRepeatable: true })
    },

    /** Throws if the token cannot read such records: a refused read can be a 404, and is not a deletion. */
    async assertReadable(records: 'users' | 'enrollments'): Promise<void> {
      await send('GET', `${baseUrl}/${records}?per_page=1`)
    },
  }
}
