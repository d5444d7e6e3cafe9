/** Serves an integration over HTTP, as a process in another language does. */
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import type { ProcessOptions } from '../../../src/adapters/process/process-integration.ts'
import type {
  Connect,
  Connection,
  Integration,
} from '../../../src/conformance/scenario/integration.ts'
import { StoredRunValues } from '../../../src/conformance/scenario/storage.ts'

interface ResetBody {
  readonly baseUrl: string
  readonly control: string
  readonly token: string
  readonly secret: string
  readonly restarted: boolean
}

export interface ServedIntegration {
  readonly options: ProcessOptions
  close(): void
}

/** `emulatorOf` returns the emulator of the run, which only a test knows. */
export async function serveIntegration(
  connect: Connect,
  emulatorOf: () => Connection['emulator'],
): Promise<ServedIntegration> {
  let integration: Integration = {}
  let control = ''
  let values = new StoredRunValues()

  async function reset(body: ResetBody): Promise<void> {
    const { baseUrl, token, secret } = body
    control = body.control
    if (!body.restarted) values = new StoredRunValues()
    integration = await connect({
      emulator: emulatorOf(),
      baseUrl,
      token,
      secret,
      fetch: send,
      now: () => emulatorOf().now(),
      sleep: async (duration) =>
        void (await post(`${control}/sleep`, JSON.stringify({ duration }))),
      signal: new AbortController().signal,
      storage: values.open({ isAlive: () => true, write: (_, __, perform) => perform() }),
    })
  }

  /** Answers a delivery first, and works later. */
  async function receive(incoming: IncomingMessage): Promise<number> {
    const own = control
    const body = await text(incoming)
    const headers = incoming.headers as Record<string, string>
    const works: Promise<unknown>[] = []
    const request = new Request('http://127.0.0.1/hooks', { method: 'POST', headers, body })
    const answer = await integration.fetch?.(request, { waitUntil: (work) => works.push(work) })
    await post(`${own}/busy`)
    void Promise.allSettled(works).then(() => post(`${own}/idle`).catch(() => undefined))
    return (answer as Response).status
  }

  const routes: Readonly<Record<string, (incoming: IncomingMessage) => unknown>> = {
    '/reset': async (incoming) => reset((await json(incoming)) as ResetBody),
    '/resync': () => integration.resync?.(),
    '/state': () => integration.state?.(),
    '/problems': () => integration.problems?.(),
  }
  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    const answered = url === '/hooks' ? receive(incoming) : routes[url]?.(incoming)
    Promise.resolve(answered).then(
      (value) => {
        if (url === '/hooks') outgoing.statusCode = value as number
        outgoing.end(url === '/hooks' ? '' : JSON.stringify(value ?? null))
      },
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = { reset: `${url}/reset`, state: `${url}/state`, resync: `${url}/resync` }
  return {
    options: { to: `${url}/hooks`, ...addresses, problems: `${url}/problems` },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const post = (url: string, body = '{}'): Promise<Response> =>
  send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

/** Sends a request without the global `fetch`, which the baseline run of a story refuses. */
const send: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const body = await request.text()
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      request.url,
      { method: request.method, headers: Object.fromEntries(request.headers), agent: false },
      (incoming) => {
        text(incoming).then((content) => {
          const headers = new Headers(incoming.headers as Record<string, string>)
          const status = incoming.statusCode ?? 0
          resolve(new Response(status === 204 ? null : content, { status, headers }))
        }, reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
