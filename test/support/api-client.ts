/** A short API client for tests. */
import type { Emulator } from 'course-admin-emulator'

export interface ApiResponse {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
}

/** The API client with an administrator's token, or with another token. */
export function createApiClient(emulator: Emulator, token: string = emulator.token) {
  async function send(method: string, path: string, payload?: object): Promise<ApiResponse> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = payload && JSON.stringify(payload)
    const response = await emulator.fetch(path, { method, headers, ...(body && { body }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    get: async (path: string) => send('GET', path),
    post: async (path: string, body: object = {}) => send('POST', path, body),
    put: async (path: string, body: object = {}) => send('PUT', path, body),
    delete: async (path: string) => send('DELETE', path),
  }
}
