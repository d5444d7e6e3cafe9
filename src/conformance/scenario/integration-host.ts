/**
 * Runs instances of an integration: connects the first one, cuts it off at a crash and starts the next one.
 *
 * A crashed instance is not asked to stop. Its connection never answers again and changes nothing.
 */
import { createAsyncStorage } from '../../engine/clock/async-cause.ts'
import { sentBodyOf } from '../../engine/deliver/receiver-response.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isObject, isPromise, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { ReceiverContext, ReceiverResult } from '../../engine/model/receiver-answer.ts'
import type { Connect, Connection, Integration } from './integration.ts'
import { assertIntegration } from './run-arguments.ts'
import { type StorageWrite, StoredRunValues } from './storage.ts'

/** What a run observes and decides about the instances. All functions are optional. */
export interface HostObserver {
  /** Performs a write to the storage, or throws. Default: performs it. */
  write?(verb: StorageWrite, key: string, perform: () => void): void
  /**
   * Called when the webhook endpoint has an answer, before the service receives it. Returns whether the service receives
   * it although the instance ends.
   */
  beforeAnswer?(body: string): boolean
  /** Called with each response before the integration receives it. */
  afterCall?(response: Response): void
  /** Whether an integration whose `connect` failed starts again a minute later. */
  restartsAfter?(error: unknown): boolean
  /** How far the clock of the integration is ahead of that of the service, in milliseconds. Default: 0. */
  readonly clockAheadMs?: number
}

const callers = createAsyncStorage<true>()

/** Whether the running code serves a call of an integration. Without asynchronous contexts, every call counts as one. */
export const isIntegrationCall = (): boolean => callers === undefined || callers.getStore() === true

interface HostOptions {
  readonly emulator: Emulator
  readonly connect: Connect | Integration
  readonly secret: string
  readonly observer?: HostObserver
}

/** One instance of the integration, with the work that it has not finished. */
interface Instance {
  /** The result of `connect`, as a promise until it is fulfilled. */
  integration: Promise<Integration> | Integration
  /** Resolves when the instance is cut off. */
  readonly whenCut: Promise<void>
  cut(): void
}

/**
 * Returns a promise that never settles: the answer of every function of a crashed instance. Each caller has its
 * own, because a shared promise would keep the memory of all callers.
 */
const never = (): Promise<never> => new Promise(() => {})

export class IntegrationHost {
  /** Why the first call did not reach the service, such as that of another address; undefined if each of them did. */
  refusedCall: string | undefined
  readonly #options: HostOptions
  readonly #values = new StoredRunValues()
  readonly #unfinished = new Set<Promise<unknown>>()
  #started: Instance | undefined
  /** The second instance on the same storage; undefined without one. */
  #second: Instance | undefined
  #deliveries: 'to the first' | 'in turn' | 'to both' = 'to the first'
  #deliveryCount = 0
  #crashCount = 0

  constructor(options: HostOptions) {
    this.#options = options
  }

  /**
   * The current instance; the first call connects the first one. If an instance crashes while it connects, the
   * promise waits for the next one. Rejects if `connect` failed.
   */
  integration(): Promise<Integration> | Integration {
    return this.connected ?? this.#whenConnected()
  }

  /** The current instance; undefined before it is connected. */
  get connected(): Integration | undefined {
    const { integration } = this.#instance
    return isPromise(integration) ? undefined : integration
  }

  /** How many times an instance crashed. */
  get crashCount(): number {
    return this.#crashCount
  }

  /** The number of handled deliveries and synchronizations without an end. */
  get unfinishedCount(): number {
    return this.#unfinished.size
  }

  /** Cuts the current instance off for good. */
  cutOff(): void {
    this.#started?.cut()
  }

  /** Cuts the current instance off and starts the next one on the same storage. */
  crash(): void {
    this.#instance.cut()
    this.#crashCount += 1
    this.#start()
  }

  /** Lets deliveries go to two instances on the same storage. */
  runTwoInstances(deliveries: 'in turn' | 'to both'): void {
    this.#deliveries = deliveries
    this.#second ??= this.#open()
  }

  /** Handles a delivery. If both instances receive it, the answer is that of the first one. */
  async handle(request: Request, context: ReceiverContext): Promise<ReceiverResult> {
    const second = this.#second
    if (!second) return this.#handleBy(this.#instance, request, context)
    this.#deliveryCount += 1
    if (this.#deliveries === 'in turn')
      return this.#deliveryCount % 2 === 1
        ? this.#handleBy(this.#instance, request, context)
        : this.#handleBy(second, request, context)
    const [answer] = await Promise.all([
      this.#handleBy(this.#instance, request.clone(), context),
      this.#handleBy(second, request, context),
    ])
    return answer
  }

  /** Handles a delivery by an instance. A crash before the answer loses the connection. */
  async #handleBy(
    instance: Instance,
    request: Request,
    context: ReceiverContext,
  ): Promise<ReceiverResult> {
    const integration = await integrationOf(instance)
    if (!integration) return Response.error()
    if (!integration.fetch) return 404
    const waitUntil = (work: Promise<unknown>): void => {
      context.waitUntil(this.#untilCut(instance, work).catch(() => undefined))
    }
    const { observer } = this.#options
    const answer = await this.#untilCut(instance, integration.fetch(request, { waitUntil }))
    const isSent =
      this.#isRunning(instance) && observer?.beforeAnswer?.(sentBodyOf(request) ?? '') === true
    return isSent || this.#isRunning(instance) ? (answer as ReceiverResult) : Response.error()
  }

  #isRunning(instance: Instance): boolean {
    return instance === this.#started || instance === this.#second
  }

  /** Starts a full synchronization. Resolves at its end, or when the instance crashes. */
  async resync(): Promise<void> {
    const instance = this.#instance
    const integration = await integrationOf(instance)
    if (integration?.resync) await this.#untilCut(instance, integration.resync())
  }

  /** Stops the running instances. */
  async stop(): Promise<void> {
    for (const instance of [this.#started, this.#second]) {
      if (!instance) continue
      const integration = await integrationOf(instance)
      await integration?.stop?.()
      instance.cut()
    }
  }

  /** Waits for work of an instance. Work of a crashed instance counts as ended. */
  async #untilCut(instance: Instance, work: unknown): Promise<unknown> {
    const ended = Promise.race([work, instance.whenCut.then((): unknown => Response.error())])
    this.#unfinished.add(ended)
    try {
      return await ended
    } finally {
      this.#unfinished.delete(ended)
    }
  }

  get #instance(): Instance {
    if (!this.#started) this.#start()
    // Note: the compiler does not see that `#start` sets the instance.
    return this.#started as unknown as Instance
  }

  /** Waits until an instance is connected. */
  async #whenConnected(): Promise<Integration> {
    for (;;) {
      const instance = this.#instance
      const integration = await integrationOf(instance)
      if (integration) return integration
      // Note: an instance that is cut off without a crash has no next one.
      if (instance === this.#instance) return never()
    }
  }

  /** Starts the instance that receives the deliveries. A crash in `connect` starts the next one. */
  #start(): void {
    this.#open((instance) => void (this.#started = instance))
  }

  /** Connects an instance. `begin` receives it before `connect` runs, because it can crash at a write of `connect`. */
  #open(begin: (instance: Instance) => void = () => {}): Instance {
    const { connect } = this.#options
    const end = new AbortController()
    const { signal } = end
    const whenCut = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const instance: Instance = { integration: never(), whenCut, cut: () => end.abort() }
    begin(instance)
    const connection = this.#connection(signal)
    instance.integration =
      typeof connect === 'function' ? this.#connected(connect, connection) : connect
    if (isPromise(instance.integration)) {
      instance.integration.then(
        (integration) => void (instance.integration = integration),
        () => undefined,
      )
    }
    return instance
  }

  /** Connects an instance. A supervisor starts it again if `connect` fails while the service is down. */
  #connected(connect: Connect, connection: Connection): ReturnType<Connect> {
    // Note: a process starts later than the service ends the write during which its predecessor crashed.
    const result =
      this.#crashCount > 0
        ? Promise.resolve().then(() => connected(connect, connection))
        : connected(connect, connection)
    if (!isPromise(result)) return result
    return Promise.resolve(result).catch(async (error: unknown) => {
      if (!this.#options.observer?.restartsAfter?.(error)) throw error
      await connection.sleep(restartDelay)
      return this.#connected(connect, connection)
    })
  }

  #connection(signal: AbortSignal): Connection {
    const isAlive = (): boolean => !signal.aborted
    const { emulator, secret, observer } = this.#options
    const { baseUrl, token } = emulator
    /** Starts work for a live instance. A crashed instance never receives the result. */
    const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!isAlive()) return never()
      const result = await work().catch((error: unknown) => {
        if (isAlive()) throw error
        return never()
      })
      return isAlive() ? result : never()
    }
    return {
      emulator,
      baseUrl,
      token,
      secret,
      fetch: (input, init) =>
        whileAlive(async () => {
          const call = (): Promise<Response> =>
            emulator.fetch(input, init).catch((error: unknown) => {
              if (error instanceof EmulatorError) this.refusedCall ??= error.message
              throw error
            })
          const response = await (callers ? callers.run(true, call) : call())
          if (isAlive()) observer?.afterCall?.(response)
          return response
        }),
      now: () => new Date(emulator.now().getTime() + (observer?.clockAheadMs ?? 0)),
      sleep: (duration) => whileAlive(() => emulator.sleep(duration)),
      signal,
      storage: this.#values.open({
        isAlive,
        write: (verb, key, perform) =>
          observer?.write ? observer.write(verb, key, perform) : perform(),
      }),
    }
  }
}

/** The time after which an integration starts again whose `connect` failed. */
const restartDelay = '1m'

/** Waits until an instance is connected. The result is undefined if it is cut off before. */
const integrationOf = ({
  integration,
  whenCut,
}: Instance): Promise<Integration | undefined> | Integration =>
  isPromise(integration)
    ? Promise.race([integration, whenCut.then((): undefined => undefined)])
    : integration

/** Calls `connect`. An error that it throws becomes a rejection, as does a result that is not an integration. */
function connected(connect: Connect, connection: Connection): ReturnType<Connect> {
  try {
    const result = connect(connection)
    return isPromise(result)
      ? Promise.resolve(result).then(checked, (error: unknown) => Promise.reject(explained(error)))
      : checked(result)
  } catch (error) {
    return Promise.reject(explained(error))
  }
}

/** A handler of requests that is given as `connect` gets a connection, and reads its body. */
const explained = (error: unknown): Error =>
  error instanceof TypeError &&
  /\.(json|text|clone|arrayBuffer|formData) is not a function/.test(error.message)
    ? new EmulatorError('bad_integration', {
        action: 'connect the integration',
        reason: `the function gets a connection and no request (${error.message})`,
        advice: 'A function is `connect`. Give a handler of deliveries as { fetch: handler }.',
        cause: error,
      })
    : (error as Error)

/** The integrations that `connect` returned. */
const connectedBefore = new WeakSet<object>()

function checked(result: unknown): Integration {
  if (!isObject(result)) {
    throw new EmulatorError('bad_integration', {
      action: 'connect the integration',
      reason: `\`connect\` returned ${quoteValue(result)}`,
      advice: 'Return an object with `fetch`, `resync` and `state`.',
    })
  }
  assertIntegration(result, { code: 'bad_integration', action: 'connect the integration' })
  if (connectedBefore.has(result)) {
    throw new EmulatorError('bad_integration', {
      action: 'connect the integration',
      reason: '`connect` returned the integration of an earlier call',
      advice: 'Create it inside `connect`: each run has a connection and a state of its own.',
    })
  }
  connectedBefore.add(result)
  return result
}
