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

/** The status of a call; `body` is sent as JSON, a string unchanged. */
export async function statusOf(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  return (await send(emulator, method, path, body)).status
}

/** The response of a call with the administrator's token, or with another token. */
export async function send(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  token = emulator.token,
): Promise<Response> {
  return emulator.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
