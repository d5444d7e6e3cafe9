/** Manages users of the course administration with a typed client. */
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

export type User = components['schemas']['User']

export interface Config {
  /** The base address of the course administration. */
  baseUrl: string
  token: string
}

export function createPeople({ baseUrl, token }: Config) {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

  return {
    /** Lists all users, page by page. */
    async all(): Promise<User[]> {
      const users: User[] = []
      for (let cursor: string | undefined, more = true; more;) {
        const query = { per_page: 100, ...(cursor !== undefined && { cursor }) }
        const { data, error, response } = await api.GET('/users', { params: { query } })
        if (error) throw new Error(error.message)
        users.push(...data)
        const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
        cursor = next && (new URL(next).searchParams.get('cursor') as string)
        more = cursor !== undefined
      }
      return users
    },

    /** Returns the new user, or the problems by field. */
    async add(person: { first_name: string; last_name: string; email: string }) {
      const { data, error } = await api.POST('/users', { body: person })
      return data ? { user: data } : { problems: error.errors }
    },

    async coursesOf(user: { id: number }): Promise<number[]> {
      const query = { student_id: user.id, status: ['active' as const] }
      const { data = [] } = await api.GET('/enrollments', { params: { query } })
      return data.map(({ planned_course_id }) => planned_course_id)
    },
  }
}
