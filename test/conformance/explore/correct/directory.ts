/**
 * A correct mirror of users and of their enrollments, written for generated scenarios. Each name of `DirectoryFlaw` is one
 * defect.
 */
import type { Connect } from '../../../../src/scenarios.ts'

export type DirectoryFlaw =
  | 'ignores updates'
  | 'ignores merges'
  | 'reads the first page only'
  | 'acknowledges a failed read'
  | 'trusts the order of deliveries'

interface User {
  readonly id: number
  readonly email: string
  readonly last_name: string
}

interface Enrollment {
  readonly id: number
  readonly student_id: number
  readonly status: string
}

export const directory =
  (flaw?: DirectoryFlaw, pageSize = 2): Connect =>
  ({ baseUrl, token, fetch, storage }) => {
    const headers = { authorization: `Bearer ${token}` }

    async function read<T>(url: string): Promise<{ body: T | undefined; next?: string }> {
      const response = await fetch(url, { headers })
      if (response.status === 404) return { body: undefined }
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      const body = (await response.json()) as T
      const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      return { body, ...(next && { next }) }
    }

    async function list<T>(path: string): Promise<T[]> {
      const found: T[] = []
      for (let url: string | undefined = `${baseUrl}${path}`; url;) {
        const page: { body: T[] | undefined; next?: string } = await read<T[]>(url)
        found.push(...(page.body ?? []))
        url = flaw === 'reads the first page only' ? undefined : page.next
      }
      return found
    }

    /** Works one after the other: a list that was read earlier must not replace a newer one. */
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    }

    const keep = ({ id, email, last_name }: User): void =>
      storage.set(`user ${id}`, { email, last_name })

    async function refreshUser(id: number): Promise<void> {
      const { body } = await read<User>(`${baseUrl}/users/${id}`)
      if (body) keep(body)
      else storage.delete(`user ${id}`)
    }

    async function refreshEnrollments(): Promise<void> {
      const found = await list<Enrollment>(`/enrollments?per_page=${pageSize}`)
      const kept = found.filter(({ status }) => status !== 'canceled')
      const keys = new Set(kept.map(({ id }) => `enrollment ${id}`))
      storage.transaction((tx) => {
        for (const { id, student_id } of kept) tx.set(`enrollment ${id}`, student_id)
        for (const [key] of storage.list('enrollment ')) if (!keys.has(key)) tx.delete(key)
      })
    }

    async function resync(): Promise<void> {
      const users = await list<User>(`/users?per_page=${pageSize}`)
      for (const user of users) keep(user)
      const keys = new Set(users.map(({ id }) => `user ${id}`))
      for (const [key] of storage.list('user ')) if (!keys.has(key)) storage.delete(key)
      await refreshEnrollments()
    }

    async function handle(event: string, data: Record<string, unknown>): Promise<void> {
      if (flaw === 'ignores updates' && event.endsWith('.updated')) return
      if (event === 'user.merged') {
        if (flaw === 'ignores merges') return
        await refreshUser(data['secondary_user_id'] as number)
        await refreshUser(data['primary_user_id'] as number)
        return refreshEnrollments()
      }
      if (event.startsWith('enrollment.')) return refreshEnrollments()
      if (!event.startsWith('user.')) return
      if (flaw === 'trusts the order of deliveries' && event === 'user.updated')
        return keep(data as unknown as User)
      await refreshUser(data['id'] as number)
    }

    return {
      async fetch(request) {
        const { event, event_data } = (await request.json()) as {
          event: string
          event_data: Record<string, unknown>
        }
        try {
          await inTurn(() => handle(event, event_data))
        } catch {
          return flaw === 'acknowledges a failed read' ? 204 : 503
        }
        return 204
      },
      resync: () => inTurn(resync),
      state: () => ({
        users: Object.fromEntries(storage.list('user ')),
        enrollments: Object.fromEntries(storage.list('enrollment ')),
      }),
    }
  }
