/** Connects an integration in another process to an exploration, over HTTP. */
import { setMaxListeners } from 'node:events'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { RunEnd } from '../../conformance/explore/run/run-end.ts'
import type { Connect, Connection, Integration } from '../../conformance/scenario/integration.ts'
import { ProcessActivity } from './process-activity.ts'
import { Program } from './program.ts'
import { ServiceFront } from './service-front.ts'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** The addresses of the process. */
export interface ProcessOptions {
  /** The webhook endpoint. */
  readonly to: string
  /** Receives a POST before each history. Default: none. */
  readonly reset?: string
  /** Answers a GET with the state, as JSON. Default: none. */
  readonly state?: string
  /** Receives a POST for a full synchronization. Default: none. */
  readonly resync?: string
  /** Answers a GET with a JSON list of the problems that the integration reported. Default: none. */
  readonly problems?: string
  /** The command that starts the process. Crashes need it. Default: the process runs already. */
  readonly start?: string
  /** The longest real time for which the process may compute, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The real time in which the process may still call after it has answered, in milliseconds. Default: 0. */
  readonly quietMs?: number
}

/** A process under exploration. */
interface ExploredProcess {
  /** Connects the process to a history. */
  readonly connect: Connect
  /** Ends the process that `start` started, and closes the port of the service. */
  close(): Promise<void>
}

/** @throws EmulatorError if the process cannot be started */
export async function openProcess(options: ProcessOptions): Promise<ExploredProcess> {
  const session = new ProcessSession(options)
  await session.open()
  return { connect: (connection) => session.connect(connection), close: () => session.close() }
}

class ProcessSession {
  readonly #options: ProcessOptions
  readonly #front = new ServiceFront()
  readonly #program: Program | undefined
  /** The emulators of the histories that were connected once. The next connection follows a crash. */
  readonly #connected = new WeakSet<object>()
  #current: ProcessInstance | undefined
  #unreachable: RunEnd | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    if (options.start !== undefined) this.#program = new Program(options.start, options.to)
  }

  async open(): Promise<void> {
    try {
      await this.#program?.start()
      await this.#front.open()
    } catch (error) {
      await this.#program?.stop()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#current?.close()
    await this.#front.close()
    await this.#program?.stop()
  }

  async connect(connection: Connection): Promise<Integration> {
    if (this.#unreachable) throw this.#unreachable
    const isRestarted = this.#connected.has(connection.emulator)
    this.#connected.add(connection.emulator)
    const mustStart = isRestarted || this.#current?.end !== undefined || this.#program?.exit
    this.#current?.close()
    const instance = new ProcessInstance(this.#options, {
      connection,
      front: this.#front,
      program: this.#program,
    })
    this.#current = instance
    await instance.activity.operation(async () => {
      if (mustStart) await this.#program?.start()
    })
    try {
      await instance.reset(isRestarted)
    } catch (error) {
      // Note: each further history would wait for the same time.
      if (!this.#program && error instanceof RunEnd && error.reason === 'hung')
        this.#unreachable = error
      throw error
    }
    return instance.integration()
  }
}

interface ProcessContext {
  readonly connection: Connection
  readonly front: ServiceFront
  /** The program of the process; undefined if it was started by hand. */
  readonly program: Program | undefined
}

/** The process in one history, until the history ends or the process crashes. */
class ProcessInstance {
  readonly activity: ProcessActivity
  /** Why the process does not answer any more. */
  end: RunEnd | undefined
  readonly #options: ProcessOptions
  readonly #front: ServiceFront
  readonly #connection: Connection
  readonly #program: Program | undefined
  readonly #closed = new AbortController()

  constructor(options: ProcessOptions, { connection, front, program }: ProcessContext) {
    const { timeoutMs = 10_000, quietMs = 0 } = options
    this.#options = options
    this.#front = front
    this.#connection = connection
    this.#program = program
    // Note: each open request listens.
    setMaxListeners(0, this.#closed.signal)
    const { idleTracker } = contextOf(connection.emulator)
    const seconds = timeoutMs / 1_000
    this.activity = new ProcessActivity({
      idleTracker,
      quietMs,
      timeoutMs,
      onTimeout: () => {
        this.end ??= new RunEnd('hung', `the process did not answer within ${seconds} s`)
        this.close()
      },
    })
  }

  /** Ends all requests from and to the process. */
  close(): void {
    this.#closed.abort()
    this.activity.close()
  }

  /** Tells the process where the service is. */
  async reset(restarted: boolean): Promise<void> {
    const { signal } = this.#closed
    const addresses = this.#front.add({
      connection: this.#connection,
      activity: this.activity,
      whenClosed: new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    })
    const { token, secret } = this.#connection
    const now = this.#connection.now().toISOString()
    const { reset } = this.#options
    if (reset === undefined) return
    const body = JSON.stringify({ ...addresses, token, secret, now, restarted })
    const response = await this.#send(reset, 'POST', body)
    if (!isSuccess(response)) throw this.#fail(`${reset} answered ${response.status}`)
  }

  integration(): Integration {
    const { state, resync, problems } = this.#options
    return {
      fetch: (request) => this.#deliver(request),
      ...(resync !== undefined && { resync: () => this.#resync(resync) }),
      ...(state !== undefined && { state: () => this.#json(state) }),
      problems: async () => {
        const reason = this.#program?.exit
        if (reason !== undefined) throw this.#fail(reason)
        if (this.end) throw this.end
        return problems === undefined ? [] : this.#list(problems)
      },
      stop: () => this.close(),
    }
  }

  async #deliver(request: Request): Promise<Response> {
    const { status } = await this.#send(
      this.#options.to,
      request.method,
      await request.text(),
      Object.fromEntries(request.headers),
    )
    const isValid = status >= 200 && status <= 599
    if (!isValid) throw this.#fail(`the process answered a delivery with the status ${status}`)
    return new Response(null, { status })
  }

  async #resync(url: string): Promise<void> {
    const { status } = await this.#send(url, 'POST', '')
    if (status < 200 || status > 299) throw new Error(`${url} answered ${status}`)
  }

  async #list(url: string): Promise<readonly unknown[]> {
    const value = await this.#json(url)
    if (Array.isArray(value)) return value
    throw this.#fail(`${url} answered with JSON that is not a list`)
  }

  async #json(url: string): Promise<unknown> {
    const response = await this.#send(url, 'GET')
    if (!isSuccess(response)) throw this.#fail(`${url} answered ${response.status}`)
    try {
      return JSON.parse(response.body) as unknown
    } catch {
      throw this.#fail(`${url} answered with text that is not JSON`)
    }
  }

  /** @throws RunEnd if the process does not answer */
  async #send(
    url: string,
    method: string,
    body?: string,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Promise<ProcessResponse> {
    if (this.end) throw this.end
    const { signal } = this.#closed
    return this.activity.operation(async () => {
      try {
        const sent = { url, method, headers, signal }
        return await sendToProcess({ ...sent, ...(body !== undefined && { body }) })
      } catch (error) {
        if (signal.aborted) throw this.end ?? error
        throw this.#fail((await this.#program?.exitSoon()) ?? noAnswerText(url, error))
      }
    })
  }

  #fail(reason: string): RunEnd {
    this.end ??= new RunEnd('failed', reason)
    return this.end
  }
}

const isSuccess = ({ status }: ProcessResponse): boolean => status >= 200 && status <= 299

function noAnswerText(url: string, error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (code === 'ECONNREFUSED') return `no server answers at ${url}`
  if (code.startsWith('HPE_')) return `${url} did not answer with HTTP`
  return `the process closed the connection to ${url} without an answer`
}

interface ProcessRequest {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

interface ProcessResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** @throws Error if the process does not answer, or does not answer with HTTP */
function sendToProcess(sent: ProcessRequest): Promise<ProcessResponse> {
  const { url, method, headers, body, signal } = sent
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    // Note: without an agent, no connection outlives a process that is ended.
    const outgoing = send(
      url,
      { method, agent: false, signal, headers: { ...headers, ...length, connection: 'close' } },
      (incoming) => {
        buffer(incoming).then(
          (bytes) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: bytes.toString('utf8'),
            }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
