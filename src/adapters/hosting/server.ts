/** Serves an emulator and its control plane on a port of this machine. */
import { functionCheck } from '../../engine/errors/argument-checks.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { courseAdministration } from '../../service/course-administration.ts'
import type { Server } from 'node:http'
import { serve } from 'srvx/node'
import { otherPlaceOf } from '../../engine/emulator/option-errors.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import {
  activeAlternativesOf,
  type EmulatorOptions,
  emulatorOptions,
  settingsFrom,
} from '../../engine/emulator/options.ts'
import { tokenDefault } from '../../engine/emulator/tokens.ts'
import { forkPrepared, prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { worldFrom } from '../../engine/emulator/worlds/world-option.ts'
import { scaleFrom } from '../../engine/emulator/worlds/world-size.ts'
import { initialStateFrom } from '../../engine/emulator/worlds/world-file.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { quoteValue, wholeNumberCheck } from '../../engine/errors/argument-checks.ts'
import {
  omitOptions,
  option,
  type OptionsOf,
  readOptionsWith,
} from '../../engine/errors/options.ts'
import { hostNameFrom, isLoopbackName } from '../../engine/errors/host-names.ts'
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { isEmulatorAt } from './emulator-probe.ts'
import { createHandler, type HandlerOptions, handlerOptions } from './emulator-handler.ts'
import {
  limitSockets,
  nodeServerOptions,
  type SocketLimits,
  socketLimits,
} from './socket-limits.ts'
import { dropTargetHost } from './request-target.ts'
import { withConnectionReset } from './connection-reset.ts'
import { randomBytes } from 'node:crypto'

export const portDefault = 4010
export const hostDefault = '127.0.0.1'

/** The options of a server, besides those of the emulator. */
const addressOptions = {
  /** The port. 0 selects a free port. Default: 4010. */
  port: option<number>(wholeNumberCheck(0, 65_535), portDefault),
  /** The host name or address to listen on. It cannot be empty. Default: 127.0.0.1, which only this machine reaches. */
  host: option<string>(assertHost, hostDefault),
  /**
   * The token of the administrator. Default: `course-admin-token` on an address that only this machine
   * reaches, such as 127.0.0.1; on other addresses a random token.
   */
  token: option<string>(),
  /**
   * The hosts that a request may name in its `Host` header besides this machine and `host`, without a port:
   * the names of the server in a container network. Other hosts are refused with 403. Default: none.
   */
  allowHosts: handlerOptions.allowHosts,
}

/** Options of a server: the options of an emulator, a port and a host. Default of `clock`: `system`. */
export interface ServerOptions
  extends
    Omit<EmulatorOptions, 'baseUrl' | 'token'>,
    Pick<HandlerOptions, 'onRefusal' | 'onNotice'>,
    OptionsOf<typeof addressOptions> {}

/** An emulator on a port of this machine. */
export interface EmulatorServer {
  /** The address of the server, without a path. */
  readonly url: string
  /** The base address of the service: `<url>/api/v1`. */
  readonly baseUrl: string
  /** A token with every scope, owned by the administrator. */
  readonly token: string
  /** The address of the inspector and the control plane. */
  readonly inspector: string
  /** The emulator of the server, for code in the same process. */
  readonly emulator: Emulator
  /** Closes the port and stops the clock. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a seeded emulator on a port. By default its clock runs in real time.
 *
 * @throws EmulatorError if the port is in use or an option is invalid
 * @example
 * await using server = await startServer({ port: 0, world: 'small-school' })
 * await fetch(`${server.baseUrl}/courses`, { headers: server.emulator.headers })
 */
export function startServer(options: ServerOptions = {}): Promise<EmulatorServer> {
  return needsAwait('startServer', async () => {
    assertArgumentCount('startServer', 1, arguments)
    return startServerWith(options, socketLimits)
  })
}

/** Starts a server with other limits of its sockets. */
export async function startServerWith(
  options: ServerOptions,
  limits: SocketLimits,
): Promise<EmulatorServer> {
  const { values, rest: given } = readOptionsWith(
    {
      ...addressOptions,
      // Note: a server of a test prints nothing.
      onRefusal: option<HandlerOptions['onRefusal']>(functionCheck, () => undefined),
      onNotice: option<HandlerOptions['onNotice']>(functionCheck, () => undefined),
    },
    omitOptions(emulatorOptions, 'baseUrl', 'token'),
    options,
    {
      action: 'start the server',
      kind: 'option',
      example: '{ port: 0 }',
      misplaced: (name) => serverOptionAdvice(name) ?? otherPlaceOf(name),
    },
  )
  const { port, host, allowHosts, onRefusal, onNotice } = values
  const { clock = 'system', ...others } = given
  const token = values.token ?? (isLoopbackHost(host) ? tokenDefault : randomToken())
  const rest = { signatureClock: 'real' as const, ...others, token }
  const { prepare, ...unprepared } = rest
  // Note: most options are checked before the port is opened; the URL is known only afterwards.
  const service = courseAdministration()
  const settings = settingsFrom({ ...rest, clock }, service)
  if (rest.load !== undefined) initialStateFrom(rest.load, settings)
  scaleFrom(worldFrom(rest.world, service), rest.scale, service)
  activeAlternativesOf(rest, service)
  let handle = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const { url, stop } = await listen(port, host, limits, (request) => handle(request))
  const emulator = await createOrClose(
    () => createEmulator({ ...unprepared, clock, baseUrl: `${url}/api/v1` }),
    prepare,
    stop,
  )
  const handler = createHandler(emulator, {
    allowHosts: [...allowHosts, new URL(url).hostname],
    onRefusal,
    onNotice,
  })
  handle = withConnectionReset(handler)
  const close = async (): Promise<void> => {
    handler.close()
    emulator.close()
    await stop()
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

/** Opens a port. `stop` closes it and its connections. */
async function listen(
  port: number,
  host: string,
  limits: SocketLimits,
  fetch: (request: Request) => Promise<Response>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const http = serve({
    port,
    hostname: host,
    silent: true,
    manual: true,
    gracefulShutdown: false,
    fetch,
    node: nodeServerOptions(limits),
  })
  // Note: this listener comes before the one that reads the target.
  http.node?.server?.prependListener('request', dropTargetHost)
  await Promise.resolve(http.serve()).catch(async (error: unknown) => {
    throw await listenError(port, host, error)
  })
  if (http.node?.server) limitSockets(http.node.server as Server, limits)
  return { url: (http.url as string).replace(/\/$/, ''), stop: () => http.close(true) }
}

/** Creates an emulator. After an error it closes the port: an open port keeps the process alive. */
async function createOrClose(
  create: () => Emulator,
  prepare: EmulatorOptions['prepare'],
  closePort: () => Promise<void>,
): Promise<Emulator> {
  try {
    return prepare ? forkPrepared(await prepareEmulator(create(), prepare)) : create()
  } catch (error) {
    await closePort()
    throw error
  }
}

/** The host name of a URL, or of a name with a port; undefined for other texts, the default for an invalid URL. */
function hostNameBeside(host: string): string | undefined {
  if (!host.includes('://')) return /^([^:]+):\d+$/.exec(host)?.[1]
  return (URL.canParse(host) && new URL(host).hostname) || hostDefault
}

const isLoopbackHost = (host: string): boolean => isLoopbackName(hostNameFrom(host) ?? '')

/** Rejects an empty host, which would listen on every address of this machine. */
export function assertHost(host: unknown): void {
  const isText = typeof host === 'string' && host.trim() !== ''
  const name = isText ? hostNameBeside(host) : undefined
  if (isText && name === undefined) return
  throw new EmulatorError('bad_host', {
    action: 'listen',
    reason: `\`host\` is not a host name or address: ${quoteValue(host)}`,
    advice:
      name === undefined
        ? `Use ${hostDefault}, or 0.0.0.0 for every address of this machine.`
        : `Give the name alone, ${name}, and the port as an option of its own.`,
  })
}

/** The error of the option `baseUrl`, which the host and the port determine, and of an emulator that exists. */
function serverOptionAdvice(name: string): { reason: string; advice: string } | undefined {
  if (name === 'baseUrl')
    return {
      reason: '`baseUrl` follows from the host and the port',
      advice: 'Omit it, or mount an emulator with `createHandler`.',
    }
  if (name !== 'emulator') return undefined
  return {
    reason: 'a server creates its own emulator',
    advice:
      'Give its options, and use `server.emulator`, or mount yours: `createHandler(emulator)`.',
  }
}

async function listenError(port: number, host: string, error: unknown): Promise<EmulatorError> {
  const action = `listen on ${host}:${port}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE')
    return new EmulatorError('not_listening', {
      action,
      reason: message,
      advice: 'Use another host or port.',
    })
  const isEmulator = await isEmulatorAt(`http://${hostNameFrom(host) ?? host}:${port}`)
  return new EmulatorError('port_taken', {
    action,
    reason: `the port is in use${isEmulator ? ' by another emulator' : ''}`,
    advice: `${isEmulator ? 'End it, or use' : 'Use'} another port, or 0 for a free port.`,
  })
}

/** Returns a random token of 32 characters, which the seed of the emulator does not determine. */
const randomToken = (): string => randomBytes(24).toString('base64url')
