/**
 * The explorations of a server: the integration runs already and calls the address of the server. While an
 * exploration runs, these calls reach the fork of its current history, so that the rows of the server do not change.
 */
import { isBelowBase } from '../../emulator/base-url.ts'
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { exploreWith } from '../../explore/explore.ts'
import type { Exploration, ExplorationJson } from '../../explore/exploration.ts'
import type { ExploreOptions } from '../../explore/explore-options.ts'
import { failureTest } from '../../explore/report/replay-test.ts'
import type { ExplorationView, FailureView } from '../../inspector/api/exploration-views.ts'
import type { RunMonitor } from '../../explore/run/run-monitor.ts'
import { hexSignatureHeader, signHex, signStandardWebhooks } from '../../deliver/signatures.ts'
import { realNowMs } from '../../machine/time/real-time-wakeup.ts'
import type { RegisteredWebhook } from '../../model/notification.ts'
import type { Connect } from '../../scenarios/integration.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { viewMatrix } from './matrix-view.ts'
import { openProcess, type ProcessOptions } from '../process/process-integration.ts'
import {
  answerControl,
  callService,
  type FrontAddresses,
  lostConnection,
  type ProcessFront,
  type ServedConnection,
} from '../process/service-front.ts'

const remoteMonitor: RunMonitor = { isRemote: true, start: () => undefined }

/** The path of the clock below the base address, while an exploration runs. */
const clockPath = '/_clock'

/** What a server explores. */
interface ServerExplorationOptions {
  readonly scenario: Scenario
  readonly process: ProcessOptions
  /** The webhook of the server with the address of the process; undefined if there is none. */
  readonly webhook: RegisteredWebhook | undefined
  readonly options: ExploreOptions
}

export class ServerExploration implements ProcessFront {
  readonly #emulator: Emulator
  readonly #options: ServerExplorationOptions
  readonly #canceled = new AbortController()
  #served: ServedConnection | undefined
  #progress: ExplorationView['progress']
  #exploration: Exploration | undefined
  #error: string | undefined
  #isRunning = true

  constructor(emulator: Emulator, options: ServerExplorationOptions) {
    this.#emulator = emulator
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** The result; undefined until there is one. */
  get exploration(): Exploration | undefined {
    return this.#exploration
  }

  /** Explores the scenario. Never rejects: an error is part of the view. */
  async run(): Promise<void> {
    const { scenario, process, options } = this.#options
    try {
      const opened = await openProcess(process, this)
      const { baseUrl, token } = this.#emulator
      // Note: links in responses lead to this server, and its token is valid.
      const placed = { ...scenario, options: { ...scenario.options, baseUrl, token } }
      try {
        const watched: ExploreOptions = {
          ...options,
          signal: this.#canceled.signal,
          progress: (progress) => void (this.#progress = progress),
        }
        const connect = this.#resigned(opened.connect)
        this.#exploration = await exploreWith(placed, connect, watched, { monitor: remoteMonitor })
      } finally {
        await opened.close()
      }
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error)
    } finally {
      this.#isRunning = false
    }
  }

  cancel(): void {
    this.#canceled.abort()
  }

  view(): ExplorationView {
    const { scenario, process } = this.#options
    const result = this.#exploration?.toJSON()
    const ended = this.#canceled.signal.aborted ? 'canceled' : 'finished'
    return {
      status: this.#isRunning ? 'running' : this.#error === undefined ? ended : 'failed',
      scenario: scenario.name,
      to: process.to,
      ...(this.#progress && { progress: this.#progress }),
      ...(this.#error !== undefined && { error: this.#error }),
      ...(result && {
        result: { ...result, matrix: viewMatrix(result.matrix), failures: failureViews(result) },
      }),
    }
  }

  /** Answers a call of the integration with the fork of the current history. */
  async answer(request: Request): Promise<Response> {
    const served = this.#served
    const { pathname, search } = new URL(request.url)
    const { basePath } = contextOf(this.#emulator)
    if (!served || !isBelowBase(pathname, basePath)) return lostConnection()
    const path = `${pathname.slice(basePath.length)}${search}`
    const answer = path.startsWith(clockPath)
      ? answerControl(served, request, path.slice(clockPath.length))
      : callService(served, request, path, this.#emulator.baseUrl)
    return Promise.race([answer, served.whenClosed.then(lostConnection)])
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#served = undefined
  }

  add(served: ServedConnection): FrontAddresses {
    this.#served = served
    const { baseUrl } = this.#emulator
    return { baseUrl, control: `${baseUrl}${clockPath}` }
  }

  /** Signs deliveries as the webhook of the server does, with the real time. */
  #resigned(connect: Connect): Connect {
    const { webhook } = this.#options
    return async (connection) => {
      if (!webhook) return connect(connection)
      const integration = await connect({ ...connection, secret: webhook.secret })
      const { fetch } = integration
      if (!fetch) return integration
      return {
        ...integration,
        fetch: async (request, context) => fetch(await resign(request, webhook), context),
      }
    }
  }
}

/** The failures, each with the test that replays it. */
const failureViews = (result: ExplorationJson): readonly FailureView[] =>
  result.failures.map((failure) => {
    const test = failureTest(failure, result)
    return { ...failure, ...(test !== undefined && { test }) }
  })

/** Copies a delivery with the signature of a webhook. */
async function resign(request: Request, { url, secret }: RegisteredWebhook): Promise<Request> {
  const headers = new Headers(request.headers)
  const body = await request.text()
  const id = headers.get('webhook-id') ?? ''
  const sign = headers.has(hexSignatureHeader) ? signHex : signStandardWebhooks
  const signature = sign({ id, atMs: realNowMs(), body, url, secret, secrets: [secret] })
  for (const [name, value] of Object.entries(signature)) headers.set(name, value)
  return new Request(request.url, { method: request.method, headers, body })
}
