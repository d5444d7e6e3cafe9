/** Connects an integration in another process to an exploration, over HTTP. */
import { setMaxListeners } from 'node:events'
import type { Duration } from '../../engine/clock/duration.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { emptyStorages } from '../../conformance/check/story-variant.ts'
import { noAddressReason } from '../../conformance/oracles/baseline-judgement.ts'
import { RunEnd } from '../../conformance/run/run-end.ts'
import type { Connect, Connection, Integration } from '../../conformance/scenario/integration.ts'
import { ProcessActivity } from './process-activity.ts'
import { noAnswerText, ProcessClient, type ProcessResponse } from './process-client.ts'
import { Program } from './program.ts'
import { ServiceFront } from './service-front.ts'
import { defined } from '../../engine/errors/defined.ts'

/** The addresses of the process. */
export interface ProcessOptions {
  /** The webhook endpoint. Default: none, for a process that polls. */
  readonly to?: string
  /** Receives a POST before each schedule. Default: none. */
  readonly reset?: string
  /** Answers a GET with the state, as JSON. Default: none. */
  readonly state?: string
  /** Receives a POST for a full synchronization. Default: none. */
  readonly resync?: string
  /** Answers a GET with a JSON list of the problems that the integration reported. Default: none. */
  readonly problems?: string
  /** Answers a GET with a JSON list of what the process did outside, such as mails. Default: none. */
  readonly effects?: string
  /** Patterns of paths in the state that no run compares: `['*.synced_at', 'log']`. Default: none. */
  readonly ignore?: readonly string[]
  /** How often the process is synchronized while time passes: `30m`. Default: never. */
  readonly pollEvery?: Duration
  /** The command that starts the process. Crashes need it. Default: the process runs already. */
  readonly start?: string
  /** The longest real time until the started process listens, in milliseconds. Default: 15,000. */
  readonly startTimeoutMs?: number
  /** The longest real time for which the process may compute, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The real time in which the process may still call after it has answered, in milliseconds. Default: 0. */
  readonly quietMs?: number
}

/** A process under exploration. */
interface ExploredProcess {
  /** Connects the process to a schedule. */
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
  /** The emulators of the schedules that were connected once. The next connection follows a crash. */
  readonly #connected = new WeakSet<object>()
  readonly #client = new ProcessClient()
  #current: ProcessInstance | undefined
  #unreachable: RunEnd | undefined
  /** The number of runs in which the process answered. */
  #answeredCount = 0
  #lastConnected: Promise<unknown> = Promise.resolve()

  constructor(options: ProcessOptions) {
    this.#options = options
    const { start: command, startTimeoutMs } = options
    if (command === undefined) return
    const url = addressOf(options)
    this.#program = new Program({
      command,
      url,
      ...defined({ startTimeoutMs }),
    })
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
    this.#client.close()
    await this.#front.close()
    await this.#program?.stop()
  }

  /** Connects the process. A second connection waits for the first one: the address has place for one process. */
  connect(connection: Connection): Promise<Integration> {
    this.#current?.close()
    const connected = this.#lastConnected.then(() => this.#connect(connection))
    this.#lastConnected = connected.catch(() => undefined)
    return connected
  }

  async #connect(connection: Connection): Promise<Integration> {
    if (this.#unreachable) throw this.#unreachable
    const { emulator, storage } = connection
    const isConnected = this.#connected.has(emulator)
    this.#connected.add(emulator)
    const mustStart = isConnected || this.#current?.end !== undefined || this.#program?.exit
    this.#client.close()
    const instance = new ProcessInstance(this.#options, {
      connection,
      client: this.#client,
      front: this.#front,
      program: this.#program,
    })
    this.#current = instance
    await instance.activity.operation(async () => {
      if (mustStart) await this.#program?.start()
    })
    try {
      await instance.reset(isConnected && !emptyStorages.has(storage))
    } catch (error) {
      throw this.#program || !(error instanceof RunEnd) ? error : this.#silent(error)
    }
    if (!isConnected) this.#answeredCount += 1
    return instance.integration()
  }

  /** The end of a run whose process was started by hand, with when it last answered. */
  #silent({ reason, message }: RunEnd): RunEnd {
    const count = this.#answeredCount
    const runs = count === 1 ? '1 run' : `${count} runs`
    const before = count > 0 ? `; it answered in ${runs} before` : ''
    const end = new RunEnd(reason, `${message}${before}`)
    // Note: each further run would wait for the same time.
    if (reason === 'hung') this.#unreachable = end
    return end
  }
}

/** @throws EmulatorError if no address is given */
function addressOf({ to, state, resync, reset }: ProcessOptions): string {
  const address = to ?? state ?? resync ?? reset
  if (address !== undefined) return address
  throw new EmulatorError('bad_process', {
    action: 'start the process',
    reason: 'no address of it is given',
    advice: 'Give the webhook endpoint, or the address of the state.',
  })
}

interface ProcessContext {
  readonly connection: Connection
  readonly client: ProcessClient
  readonly front: ServiceFront
  /** The program of the process; undefined if it was started by hand. */
  readonly program: Program | undefined
}

/** The process in one schedule, until the schedule ends or the process crashes. */
class ProcessInstance {
  readonly activity: ProcessActivity
  /** Why the process does not answer any more. */
  end: RunEnd | undefined
  readonly #options: ProcessOptions
  readonly #front: ServiceFront
  readonly #connection: Connection
  readonly #client: ProcessClient
  readonly #program: Program | undefined
  readonly #closed = new AbortController()

  constructor(options: ProcessOptions, { connection, client, front, program }: ProcessContext) {
    const { timeoutMs = 10_000, quietMs = 0 } = options
    this.#options = options
    this.#client = client
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
    if (!isSuccess(response))
      throw this.#fail(`${reset} answered ${response.status} to the POST of --reset`)
  }

  integration(): Integration {
    const { to, state, resync, problems, effects, ignore, pollEvery } = this.#options
    return {
      ...(to !== undefined && { fetch: (request: Request) => this.#deliver(to, request) }),
      ...(resync !== undefined && { resync: () => this.#resync(resync) }),
      ...(state !== undefined && { state: () => this.#json(state) }),
      ...(effects !== undefined && { effects: () => this.#list(effects) }),
      ...(ignore && { ignore }),
      ...defined({ pollEvery }),
      problems: async () => {
        const reason = this.#program?.exit
        if (reason !== undefined) throw this.#fail(reason)
        if (this.end) throw this.end
        return problems === undefined ? [] : this.#list(problems)
      },
      process: {
        resets: this.#options.reset !== undefined,
        restarts: this.#program !== undefined,
      },
      stop: () => this.close(),
    }
  }

  async #deliver(to: string, request: Request): Promise<Response> {
    const { status } = await this.#send(
      to,
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
    const flag = url === this.#options.problems ? '--problems' : '--effects'
    throw this.#fail(`${url} answered with JSON that is not a list, which ${flag} needs`)
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
        return await this.#client.send({ ...sent, ...defined({ body }) })
      } catch (error) {
        if (signal.aborted) throw this.end ?? error
        const exit = await this.#program?.exitSoon()
        throw this.#fail(exit ?? noAnswerText(url, error, this.#likelyCause()))
      }
    })
  }

  /** A process that knows no address of the emulator may close the connections of its deliveries. */
  #likelyCause(): string | undefined {
    return this.#options.reset === undefined ? noAddressReason : undefined
  }

  #fail(reason: string): RunEnd {
    this.end ??= new RunEnd('failed', reason)
    return this.end
  }
}

const isSuccess = ({ status }: ProcessResponse): boolean => status >= 200 && status <= 299
