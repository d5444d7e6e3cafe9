/** Serves the emulator of each schedule to another process, below an address of its own. */
import { serve } from 'srvx/node'
import { linkWatches } from '../../conformance/check/token-watch.ts'
import type { Connection } from '../../conformance/scenario/integration.ts'
import { withConnectionReset } from '../hosting/connection-reset.ts'
import { nodeServerOptions, socketLimits } from '../hosting/socket-limits.ts'
import type { ProcessActivity } from './process-activity.ts'

interface ServedConnection {
  readonly connection: Connection
  readonly activity: Pick<ProcessActivity, 'waiting' | 'touch' | 'setBusy'>
  /** Resolves when the schedule ends or the process crashes. Open requests are then reset. */
  readonly whenClosed: Promise<void>
}

/** The addresses of a served connection. */
interface FrontAddresses {
  /** The base address of the service. */
  readonly baseUrl: string
  /** The address for the clock and for work: `GET clock`, `POST sleep`, `POST busy` and `POST idle`. */
  readonly control: string
}

const lostConnection = (): Response => Response.error()

export class ServiceFront {
  readonly #served = new Map<string, ServedConnection>()
  #count = 0
  #url = ''
  #close = async (): Promise<void> => {}

  /** Opens a free port of this machine. */
  async open(): Promise<void> {
    const http = serve({
      port: 0,
      hostname: '127.0.0.1',
      silent: true,
      manual: true,
      gracefulShutdown: false,
      fetch: withConnectionReset((request) => this.#handle(request)),
      node: nodeServerOptions(socketLimits),
    })
    await http.serve()
    this.#url = (http.url as string).replace(/\/$/, '')
    this.#close = async () => void (await http.close(true))
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Serves a connection until it is closed. Later requests of its schedule are reset. */
  add(served: ServedConnection): FrontAddresses {
    this.#count += 1
    const key = `schedule-${this.#count}`
    this.#served.set(key, served)
    void served.whenClosed.then(() => this.#served.delete(key))
    return { baseUrl: `${this.#url}/${key}/api/v1`, control: `${this.#url}/${key}/control` }
  }

  async #handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const [, key = '', part = '', rest = ''] =
      /^\/([\w-]+)\/(api\/v1|control|link)(\/.*)?$/.exec(pathname) ?? []
    const served = this.#served.get(key)
    if (!served) return key.startsWith('schedule-') ? lostConnection() : notFound(pathname)
    const path = `${rest}${search}`
    const work =
      part === 'control'
        ? answerControl(served, request, rest)
        : part === 'link'
          ? answerLink(served, request, path)
          : this.#call(served, request, path, key)
    return Promise.race([work, served.whenClosed.then(lostConnection)])
  }

  /** Passes a call to the service. If links are watched, those in the response lead to another origin of this server. */
  async #call(
    served: ServedConnection,
    request: Request,
    path: string,
    key: string,
  ): Promise<Response> {
    const response = await callService(served, request, path, `${this.#url}/${key}/api/v1`)
    if (!linkWatches.has(served.connection.emulator) || response.body === null) return response
    const base = `${this.#url.replace('127.0.0.1', 'localhost')}/${key}/link`
    const text = await response.text()
    const content = text.replaceAll(
      /(https?):\/\//g,
      (start: string, scheme: string, at: number) =>
        text.startsWith(this.#url, at) ? start : `${base}/${scheme}/`,
    )
    return new Response(content, response)
  }
}

/** Answers a request to a link of a record. */
async function answerLink(
  { connection }: ServedConnection,
  request: Request,
  path: string,
): Promise<Response> {
  const { method, headers } = request
  const body = await request.text()
  const url = path.replace(/^\/(https?)\//, '$1://')
  const init = { method, headers, ...(body !== '' && { body }) }
  await linkWatches.get(connection.emulator)?.(new Request(url, init))
  return new Response(null, { status: 204 })
}

/** Passes a call to the service. The addresses in its response lead to this server. */
async function callService(
  { connection, activity }: ServedConnection,
  request: Request,
  path: string,
  ownUrl: string,
): Promise<Response> {
  const { method } = request
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
  const headers = withoutHopHeaders(request.headers)
  const init = { method, headers, ...(body?.byteLength && { body }) }
  return activity.waiting(async () => {
    const { baseUrl } = connection
    const response = await connection.fetch(`${baseUrl}${path}`, init).catch(lostConnection)
    if (response.type === 'error') return response
    const text = await response.text().catch(() => undefined)
    if (text === undefined) return lostConnection()
    const answered = withoutHopHeaders(response.headers)
    for (const [name, value] of answered) {
      if (value.includes(baseUrl)) answered.set(name, value.replaceAll(baseUrl, ownUrl))
    }
    const isEmpty = text === '' || response.status === 204 || response.status === 304
    const content = isEmpty ? null : text.replaceAll(baseUrl, ownUrl)
    return new Response(content, { status: response.status, headers: answered })
  })
}

/** The duration of a sleep: a text such as `30s`, or milliseconds. */
interface SleepBody {
  readonly duration?: string | number
}

/** Answers a request about the clock, or about work of the process. */
async function answerControl(
  { connection, activity }: ServedConnection,
  request: Request,
  path: string,
): Promise<Response> {
  const now = (): Response => Response.json({ now: connection.now().toISOString() })
  if (request.method === 'GET' && path === '/clock') {
    activity.touch()
    return now()
  }
  if (request.method === 'POST' && (path === '/busy' || path === '/idle')) {
    activity.setBusy(path === '/busy')
    return now()
  }
  if (request.method !== 'POST' || path !== '/sleep') return notFound(path)
  const body = (await request.json().catch(() => undefined)) as SleepBody | undefined
  const { duration = '' } = body ?? {}
  return activity.waiting(async () => {
    try {
      await connection.sleep(typeof duration === 'number' ? { ms: duration } : duration)
      return now()
    } catch (error) {
      return Response.json({ error: (error as Error).message }, { status: 422 })
    }
  })
}

const notFound = (path: string): Response =>
  Response.json({ error: `There is nothing at ${path}.` }, { status: 404 })

/** The headers that do not belong to a single connection. */
function withoutHopHeaders(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])
    kept.delete(name)
  return kept
}
