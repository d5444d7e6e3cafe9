/** Sends requests to the control plane of an emulator in another process. */
import { instanceHeader } from '../../engine/emulator/instance-key.ts'
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

/** The control plane of one instance. */
export interface ControlClient {
  /** Calls a route, such as `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** Calls a method of the emulator and returns its result. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T>
  /** Notes work until it settles. `advice` says what to do if the test ends before. */
  track<T>(name: string, work: Promise<T>, advice?: string): Promise<T>
  /** Returns the number of calls that the server received for no instance. */
  callsElsewhere(): Promise<number>
}

/** The control planes of remote emulators and of their receivers. */
const clients = new WeakMap<object, ControlClient>()

/** Stores the control plane of a remote emulator or receiver, for matchers. */
export function withClient<T extends object>(value: T, client: ControlClient): T {
  clients.set(value, client)
  return value
}

/** The control plane of a remote emulator or receiver; undefined for any other value. */
export const clientOf = (value: unknown): ControlClient | undefined => clients.get(value as object)

export const connectAction = 'connect to an emulator server'

/** @throws EmulatorError unless the value is an HTTP URL */
export function assertServerUrl(url: unknown): void {
  if (typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url)) return
  throw new EmulatorError('bad_server_url', {
    action: connectAction,
    reason: `${quoteValue(url)} is not an HTTP URL`,
    advice: 'Give the address of the server, such as "http://127.0.0.1:4010".',
  })
}

/** A request to the control plane. */
interface ControlRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** The key of the instance. Default: the primary instance. */
  readonly key?: string
}

export async function requestControl<T>(
  url: string,
  { method, path, body, key }: ControlRequest,
): Promise<T> {
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...(key && { [instanceHeader]: key }) },
    ...(body !== undefined && { body: toJson(body, `${method} ${path} at ${url}`) }),
  }
  const response = await fetch(`${rootOf(url)}/_emulator/${path}`, request).catch(
    (error: Error) => {
      throw serverUnreachable(url, error)
    },
  )
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const result = (isJson ? JSON.parse(text) : text) as T & {
    error?: { code: string; message: string }
  }
  if (response.ok) return result
  // Note: the message of the server is complete sentences.
  const serverMessage = result?.error?.message
  if (serverMessage === undefined) throw otherServer(url)
  throw new EmulatorError(result.error?.code ?? 'refused', {
    action: `${method} ${path} at ${url}`,
    reason: `the server answered ${response.status}`,
    advice: serverMessage,
  })
}

/** The error of another server at the address: that of an emulator has its own form of errors. */
export const otherServer = (url: string): EmulatorError =>
  new EmulatorError('no_server', {
    action: `${connectAction} at ${url}`,
    reason: 'another server answers there',
    advice:
      'Give the address that the emulator server prints, such as "http://127.0.0.1:4010", in Playwright as `emulatorUrl`. A ' +
      'test that replaces the global `fetch` must let requests to this address pass.',
  })

/** The address of a server, also of the address of its inspector. */
const rootOf = (url: string): string => url.replace(/\/(?:_emulator\/?)?$/, '')

function toJson(body: unknown, action: string): string {
  try {
    return JSON.stringify(body, (name, value: unknown) => {
      if (typeof value !== 'function') return value
      throw new EmulatorError('bad_body', {
        action,
        reason: `${name || 'the argument'} is a function, which another process cannot call`,
        advice: 'Give strings, numbers, booleans, lists and plain objects.',
      })
    })
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw new EmulatorError('bad_body', {
      action,
      reason: `the argument is not JSON (${(error as Error).message})`,
      advice: 'Give strings, numbers, booleans, lists and plain objects.',
    })
  }
}

function serverUnreachable(url: string, error: Error): EmulatorError {
  // Note: the cause of an interceptor is a response.
  const cause = error.cause instanceof Error ? error.cause : error
  const isPlain = /^(ERR_SSL|EPROTO)/.test((cause as { code?: string }).code ?? '')
  return new EmulatorError('no_server', {
    action: `${connectAction} at ${url}`,
    ...(isPlain
      ? { reason: 'the server there speaks HTTP', advice: 'Give an address with "http://".' }
      : {
          reason: String(cause),
          advice: `Start a server: npx course-admin-emulator --port ${new URL(url).port || '4010'}. Or give the address of yours, in Playwright as \`emulatorUrl\`.`,
        }),
  })
}
