/** Gives an emulator a real port on this machine, with the control plane beside the service. */
import { serve } from 'srvx/node'
import { createEmulator } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { type EmulatorOptions, settingsFrom } from '../../emulator/options.ts'
import { worldFrom } from '../../emulator/worlds/world-option.ts'
import { initialStateFrom } from '../../emulator/worlds/world-file.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { quoteValue } from '../../machine/argument-checks.ts'
import { controlPrefix } from '../../control/control-plane.ts'
import { createHandler } from './emulator-handler.ts'
import { withConnectionReset } from './connection-reset.ts'

/** What a server is made with: everything that an emulator is. Default of `clock`: `system`. */
export interface ServerOptions extends Omit<EmulatorOptions, 'baseUrl'> {
  /** The port. Default: 4010; 0 takes a free one. */
  readonly port?: number
  /** The address to listen at. Default: 127.0.0.1, which only this machine reaches. It cannot be empty. */
  readonly host?: string
}

/** An emulator on a port of this machine. */
export interface EmulatorServer {
  /** Where the server stands, without a path. */
  readonly url: string
  /** Where the service stands: `<url>/api/v1`. */
  readonly baseUrl: string
  /** A token with every scope, owned by the administrator. */
  readonly token: string
  /** The page that shows what happens, and the control plane below it. */
  readonly inspector: string
  /** The emulator behind it: the test is in the same process. */
  readonly emulator: Emulator
  /** Gives the port back, and stops the clock. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

export const portDefault = 4010
export const hostDefault = '127.0.0.1'

/**
 * Starts a seeded emulator on a real port. Its clock runs unless told otherwise.
 *
 * @throws EmulatorError when the port is taken or an option cannot be used
 * @example
 * await using server = await startServer({ port: 0, world: 'small-school' })
 * await fetch(`${server.baseUrl}/courses`, { headers: server.emulator.headers })
 */
export async function startServer(options: ServerOptions = {}): Promise<EmulatorServer> {
  const { port = portDefault, host = hostDefault, clock = 'system', ...emulatorOptions } = options
  assertHost(host)
  const rest = { signatureClock: 'real' as const, ...emulatorOptions }
  // Note: options are checked before the port is taken; the address is known only afterwards.
  const settings = settingsFrom({ ...rest, clock })
  if (rest.load !== undefined) initialStateFrom(rest.load, settings)
  worldFrom(rest.world)
  let handle = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const http = serve({
    port,
    hostname: host,
    silent: true,
    manual: true,
    gracefulShutdown: false,
    fetch: (request) => handle(request),
  })
  await Promise.resolve(http.serve()).catch((error: unknown) => {
    throw listenError(port, host, error)
  })
  const url = (http.url as string).replace(/\/$/, '')
  const emulator = createEmulator({ ...rest, clock, baseUrl: `${url}/api/v1` })
  const handler = createHandler(emulator)
  handle = withConnectionReset(handler)
  const close = async (): Promise<void> => {
    handler.close()
    emulator.close()
    await http.close(true)
  }
  return {
    url,
    baseUrl: emulator.baseUrl,
    token: emulator.token,
    inspector: `${url}${controlPrefix}/`,
    emulator,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** No name at all would listen at every address of this machine, and let in whoever is near. */
export function assertHost(host: unknown): void {
  if (typeof host === 'string' && host.trim() !== '') return
  throw new EmulatorError('bad_host', {
    action: 'listen',
    reason: `the host ${quoteValue(host)} is no address`,
    advice: `Name one, such as ${hostDefault}; 0.0.0.0 is every address of this machine.`,
  })
}

function listenError(port: number, host: string, error: unknown): EmulatorError {
  const { code, message } = error as NodeJS.ErrnoException
  const isTaken = code === 'EADDRINUSE'
  return new EmulatorError(isTaken ? 'port_taken' : 'not_listening', {
    action: `listen on ${host}:${port}`,
    reason: isTaken ? 'the port is taken' : message,
    advice: isTaken ? 'Name another port, or 0 for a free one.' : 'Name another host or port.',
  })
}
