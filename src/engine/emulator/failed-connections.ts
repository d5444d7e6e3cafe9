/** Says in the error of a failed connection that no emulator intercepts requests to this address. */
import { isLoopbackName } from '../errors/host-names.ts'

/** An error of Node, and the address that the connection was for. */
interface FailedConnection {
  readonly error?: Error
  readonly connectParams?: { readonly host?: string }
}

interface Channels {
  subscribe(name: string, listener: (message: FailedConnection) => void): void
}

interface Host {
  readonly process?: { getBuiltinModule?(id: string): Channels | undefined }
}

/** The channel of Node's `fetch`. */
const channel = 'undici:client:connectError'

const reason = 'No emulator intercepts the request'

const adviceDefault =
  'call `setupEmulator().listen()`, or use `fetch` of the emulator or of the connection'

/** The advice for the host of each base URL that code read. Undefined before the first. */
let adviceByHost: Map<string, string> | undefined

/** The advice for the hosts of emulators that listened: it goes before the other. */
const adviceOfListeners = new Map<string, string>()

/** Notes an emulator that intercepts no request before its `listen()`. */
export const noteSetUp = (baseUrl: string): void =>
  void adviceOfListeners.set(
    new URL(baseUrl).host,
    'the emulator at this address does not listen yet: call its `listen()` before the code under test. Jest runs no `beforeEach` before `test.concurrent`',
  )

/** Notes that an emulator intercepts the requests below a base URL. */
export const noteListening = (baseUrl: string): void =>
  void adviceOfListeners.set(
    new URL(baseUrl).host,
    `the emulator that listens has the base URL ${baseUrl}, and the request is not below it`,
  )

/** Notes that the emulator at a base URL listens no more. */
export const noteClosed = (baseUrl: string): void =>
  void adviceOfListeners.set(
    new URL(baseUrl).host,
    'no emulator listens at this address any more. Await the code that sends the request in its test, call `listen()` before each test, and give hooks the function, such as afterEach(() => emulator.close())',
  )

/** The failed connections that no emulator intercepted, by host. */
const lostByHost = new Map<string, number>()

/** What hears of the failed connections that no emulator intercepted, by host. */
const listeners = new Map<string, Set<() => void>>()

/** Calls a listener after each failed connection to the host of a base URL. Returns a function that ends it. */
export function onLostConnection(baseUrl: string, listener: () => void): () => void {
  const { host } = new URL(baseUrl)
  const ofHost = listeners.get(host) ?? new Set()
  listeners.set(host, ofHost.add(listener))
  return () => void ofHost.delete(listener)
}

/** The number of connections to the host of a base URL that failed because no emulator intercepted them. */
export const lostConnections = (baseUrl: string): number =>
  lostByHost.get(new URL(baseUrl).host) ?? 0

/** Whether the error of a failed connection says that no emulator intercepts the request. */
export const isUnintercepted = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(reason)

/** Notes that the emulator at a base URL ended with its test. */
export const noteEndedTest = (baseUrl: string, test: string): void =>
  void adviceByHost?.set(
    new URL(baseUrl).host,
    `that of "${test}" ended with its test. Await the code that sends the request in that test, or use the argument \`emulator\` of the test that sends it`,
  )

/** Explains the failed connections to the host of a base URL. Does nothing outside Node. */
export function explainFailedConnections(baseUrl: string): void {
  const { host, hostname } = new URL(baseUrl)
  // Note: a connection to this machine fails because a server is closed.
  if (isLoopbackName(hostname)) return
  if (adviceByHost) return void adviceByHost.set(host, adviceDefault)
  const known = (adviceByHost = new Map([[host, adviceDefault]]))
  const channels = (globalThis as Host).process?.getBuiltinModule?.('node:diagnostics_channel')
  channels?.subscribe(channel, ({ error, connectParams }) => {
    const host = connectParams?.host ?? ''
    const advice = adviceOfListeners.get(host) ?? known.get(host)
    if (!error || advice === undefined) return
    lostByHost.set(host, (lostByHost.get(host) ?? 0) + 1)
    for (const listener of listeners.get(host) ?? []) listener()
    const { message } = error
    // Note: a process can load this module more than once, such as once for each test file.
    if (message.includes(reason)) return
    const explained = `${message}. ${reason}: ${advice}`
    // Note: Node prints the stack, which has the message as it was.
    error.stack = (error.stack ?? '').replace(message, explained)
    error.message = explained
  })
}
