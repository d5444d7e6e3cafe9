/** An integration that mirrors all users and enrollments, also the administrator, and writes missing principal ids back. */
import type { Connect, Integration } from '../../../src/scenarios.ts'

interface AccountMirrorOptions {
  /** Whether `connect` runs a synchronization. */
  readonly synchronizesFirst: boolean
  /** Whether it repeats a refused write without end. */
  readonly insists?: boolean
  /** Whether it writes the name back that it read before. */
  readonly writesNames?: boolean
  /** Whether an event leads to a read of all enrollments. */
  readonly walksAll?: boolean
}

interface User {
  readonly id: number
  readonly last_name: string
  readonly created_at: string
  readonly external_identity?: { readonly principal_id: string | null } | null
}

interface Enrollment {
  readonly student_id: number
  readonly planned_course_id: number
  readonly status: string
}

export const accountMirror =
  (options: AccountMirrorOptions): Connect =>
  async ({ baseUrl, token, fetch, sleep }) => {
    const accounts: Record<number, Pick<User, 'last_name' | 'created_at'>> = {}
    let seats: Enrollment[] = []
    const problems: string[] = []
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

    async function send(method: string, path: string, body?: object): Promise<Response> {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      for (let attempt = 1; attempt < 5; attempt += 1) {
        const response = await fetch(baseUrl + path, init).catch(() => undefined)
        if (response && response.status !== 429 && response.status < 500) return response
        await sleep('1m')
      }
      throw new Error(`no answer to ${method} ${path}`)
    }

    async function enrollments(filter = ''): Promise<Enrollment[]> {
      const response = await send('GET', `/enrollments?per_page=100${filter}`)
      return ((await response.json()) as Enrollment[]).map(
        ({ student_id, planned_course_id, status }) => ({ student_id, planned_course_id, status }),
      )
    }

    async function writeBack({ id, last_name }: Pick<User, 'id' | 'last_name'>): Promise<void> {
      const path = `/users/${id}/external_identity`
      const { status } = await send('POST', path, { principal_id: `p-${id}` })
      if (options.writesNames) await send('PUT', `/users/${id}`, { last_name })
      if (status !== 409 && status !== 422) return
      problems.push(`${path} is refused`)
      if (!options.insists) return
      await sleep('1h')
      await writeBack({ id, last_name })
    }

    async function write(user: User): Promise<void> {
      if (!user.external_identity?.principal_id) await writeBack(user)
      const { last_name, created_at } = user
      accounts[user.id] = { last_name, created_at }
    }

    const integration: Integration = {
      async fetch(request) {
        const { event_data: data } = (await request.json()) as {
          event_data: { id: number; student_id?: number }
        }
        const id = data.student_id ?? data.id
        const response = await send('GET', `/users/${id}`)
        if (response.ok) await write((await response.json()) as User)
        else delete accounts[id]
        const own = await enrollments(options.walksAll ? '' : `&student_id=${id}`)
        seats = [
          ...seats.filter((each) => each.student_id !== id),
          ...own.filter((each) => each.student_id === id),
        ]
        return new Response(null, { status: 204 })
      },
      async resync() {
        const response = await send('GET', '/users?per_page=100')
        const users = (await response.json()) as User[]
        for (const id of Object.keys(accounts).map(Number))
          if (!users.some((user) => user.id === id)) delete accounts[id]
        for (const user of users) await write(user)
        seats = await enrollments()
      },
      state: () => ({ accounts, seats: seats.map((each) => JSON.stringify(each)).sort() }),
      problems: () => problems,
    }
    if (options.synchronizesFirst) await integration.resync?.()
    return integration
  }
