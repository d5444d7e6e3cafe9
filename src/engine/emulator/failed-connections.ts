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

const advice =
  'No emulator intercepts the request: call `setupEmulator().listen()`, or use `fetch` of the emulator or of the connection'

/** The hosts of the base URLs that code read. Undefined before the first. */
let hosts: Set<string> | undefined

/** Explains the failed connections to the host of a base URL. Does nothing outside Node. */
export function explainFailedConnections(baseUrl: string): void {
  const { host, hostname } = new URL(baseUrl)
  // Note: a connection to this machine fails because a server is closed.
  if (isLoopbackName(hostname)) return
  if (hosts) return void hosts.add(host)
  const known = (hosts = new Set([host]))
  const channels = (globalThis as Host).process?.getBuiltinModule?.('node:diagnostics_channel')
  channels?.subscribe(channel, ({ error, connectParams }) => {
    if (!error || !known.has(connectParams?.host ?? '')) return
    const { message } = error
    // Note: a process can load this module more than once, such as once for each test file.
    if (message.includes(advice)) return
    const explained = `${message}. ${advice}`
    // Note: Node prints the stack, which has the message as it was.
    error.stack = (error.stack ?? '').replace(message, explained)
    error.message = explained
  })
}
