/** An integration that runs behind an address of its own, as another process does. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface MirrorProcess {
  readonly url: string
  close(): Promise<void>
}

export interface MirrorProcessOptions {
  readonly baseUrl: string
  readonly token: string
  /** The secret of its webhook. A delivery with another signature is refused. */
  readonly secret: string
  /** Whether a delivery is confirmed also if the user could not be read. */
  readonly isForgetful?: boolean
}

/** Mirrors last names of users: `POST /hooks`, `POST /reset` and `GET /state`. */
export async function startMirrorProcess(options: MirrorProcessOptions): Promise<MirrorProcess> {
  const { baseUrl, token, secret, isForgetful = false } = options
  let names: Record<string, string> = {}
  async function deliver(request: IncomingMessage): Promise<number> {
    const body = await text(request)
    const { event, event_data } = new Webhook(secret).verify(
      body,
      request.headers as Record<string, string>,
    ) as { event: string; event_data: { id: number; primary_user_id?: number } }
    if (!event.startsWith('user.')) return 204
    const id = event_data.primary_user_id ?? event_data.id
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/users/${id}`, { headers })
    if (response.status === 404) delete names[id]
    else if (!response.ok) return isForgetful ? 204 : 503
    else names[id] = ((await response.json()) as { last_name: string }).last_name
    return 204
  }
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/state') return void response.end(JSON.stringify(names))
    if (request.url === '/reset') names = {}
    const failed = isForgetful ? 204 : 503
    const status = request.url === '/hooks' ? await deliver(request).catch(() => failed) : 204
    response.statusCode = status
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
