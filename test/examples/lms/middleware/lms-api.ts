/** The client for the API of the LMS. */
import type { Settings } from './config.ts'
import { createSend, orNone } from './http.ts'

export interface Account {
  id: string
  /** The principal ID of the person; null in accounts that are older than this integration. */
  external_id: string | null
  email: string
  name: string
  language: string
  active: boolean
}

export type Role = 'students' | 'teachers'

export type LmsApi = ReturnType<typeof createLmsApi>

export function createLmsApi({ lms, fetch, ...settings }: Settings) {
  const send = createSend({ ...settings, fetch: lms.fetch ?? fetch })

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await send(method, lms.baseUrl + path, body)
    return response.json()
  }

  const find = async (query: Record<string, string>): Promise<Account | undefined> =>
    (await call<Account[]>('GET', `/accounts?${new URLSearchParams(query)}`))[0]

  return {
    withExternalId: (external_id: string) => find({ external_id }),
    withEmail: (email: string) => find({ email }),
    create: (fields: Partial<Account>) => call<Account>('POST', '/accounts', fields),
    change: (id: string, fields: Partial<Account>) =>
      call<Account>('PATCH', `/accounts/${id}`, fields),
    merge: (id: string, into: string) => call('POST', `/accounts/${id}/merge`, { into }),

    putCourse: (key: string, title: string) => call('PUT', `/courses/${key}`, { title }),
    members: (key: string, role: Role) => call<string[]>('GET', `/courses/${key}/${role}`),
    admit: (key: string, role: Role, id: string) => call('PUT', `/courses/${key}/${role}/${id}`),
    /** Removes a member. Does nothing if the LMS has no such course. */
    dismiss: (key: string, role: Role, id: string) =>
      orNone(call('DELETE', `/courses/${key}/${role}/${id}`)),
  }
}
