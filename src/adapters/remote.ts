/** A client for an emulator in another process. It sends each call to the control plane over HTTP. */
import type { EmulatorOptions } from '../emulator/options.ts'
import type { JournalEntry } from '../define/journal/entry-types.ts'
import type { ClockAdvance } from '../emulator/methods/clock.ts'
import type { GivenValues, ResourceName } from '../emulator/record-types.ts'
import type { Duration } from '../machine/time/duration.ts'
import { quoteValue } from '../machine/argument-checks.ts'
import { EmulatorError } from '../machine/errors.ts'
import type { FlagOverrides } from '../model/settings.ts'
import type { ActName, Acts, Records, ScopeName } from '../generated/rows.ts'
import type { InternalError } from '../serve/call.ts'
import { internalErrorFailure } from '../serve/internal-error.ts'
import { instanceHeader } from '../emulator/instance-key.ts'

/** Options of an emulator instance on a server. */
export interface RemoteOptions extends Pick<
  EmulatorOptions,
  'world' | 'seed' | 'clock' | 'start' | 'flags' | 'assumptions'
> {
  /** The key of the instance on the server. Default: an unused key. */
  readonly key?: string
}

/**
 * An emulator instance on a server in another process. Each method throws an `EmulatorError` if the server
 * refuses the call or the instance is closed.
 */
export interface RemoteEmulator {
  /** The key of the instance on its server. */
  readonly key: string
  /** The base address of the service, for the configuration of the code under test. */
  readonly baseUrl: string
  /** A token of this instance, with every scope. */
  readonly token: string
  /** Request headers with the token. */
  readonly headers: { readonly authorization: string }
  /** Calls the service. The path is relative to `baseUrl`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Creates a record and the records that it requires. */
  given<N extends ResourceName>(resource: N, values?: GivenValues<N>): Promise<Records[N]>
  /** Performs an act of an administrator, `mergeUsers` or `merge_users`, with the input names of either form. */
  act(name: ActName | keyof Acts, input: object): Promise<unknown>
  /** Advances the clock and runs each due task at its own time. Resolves when the emulator is idle. */
  advance(duration: Duration): Promise<ClockAdvance>
  /** Advances the clock to a time in ISO 8601. Resolves when the emulator is idle. */
  advanceTo(time: string): Promise<ClockAdvance>
  /** Switches feature flags. */
  setFlags(flags: FlagOverrides): Promise<void>
  /** Creates a token. Default: with every scope. */
  mintToken(options?: { scopes?: readonly ScopeName[] }): Promise<string>
  /** Reads the journal of this instance, oldest entry first. */
  journal(): Promise<JournalEntry[]>
  /** Restores the state in which the instance was created. */
  reset(): Promise<void>
  /** Calls any route of the control plane, such as `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /**
   * Closes the instance. A second call does nothing.
   *
   * @throws EmulatorError after an exception inside the emulator, so that the test fails
   */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates an emulator instance on a running server. Parallel tests with an instance each share no data.
 *
 * @throws EmulatorError if no server answers at `url`, or the server refuses the options
 * @example
 * await using emulator = await connectEmulator('http://127.0.0.1:4010', { world: 'small-school' })
 * const mia = await emulator.given('users', { first_name: 'Mia' })
 */
export async function connectEmulator(
  url: string,
  options: RemoteOptions = {},
): Promise<RemoteEmulator> {
  assertServerUrl(url)
  const instance = await requestControl<InstanceDescription>(url, 'POST', 'instances', options)
  const { key, baseUrl, token } = instance
  const headers = { authorization: `Bearer ${token}` }
  let isClosed = false
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    if (isClosed) throw closedError(key, `${method} ${path}`)
    return requestControl<T>(url, method, path, body, key)
  }
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    const path = `instances/${key}`
    const { internalErrors } = await requestControl<ClosedInstance>(url, 'DELETE', path)
    if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
  }
  return {
    key,
    baseUrl,
    token,
    headers,
    control,
    close,
    async fetch(path, init) {
      if (isClosed) throw closedError(key, `fetch ${path}`)
      return fetch(baseUrl + path, { ...init, headers: { ...headers, ...init?.headers } })
    },
    given: async (resource, values) => {
      const [record] = await control<never[]>('POST', 'given', { resource, values: values ?? {} })
      return record as never
    },
    act: (name, input) => control('POST', `acts/${name}`, input),
    advance: (advance) => control('POST', 'clock', { advance }),
    advanceTo: (to) => control('POST', 'clock', { to }),
    setFlags: (flags) => control('POST', 'flags', flags),
    mintToken: async (tokenOptions = {}) =>
      (await control<{ token: string }>('POST', 'tokens', tokenOptions)).token,
    journal: () => control('GET', 'journal'),
    reset: () => control('POST', 'reset'),
    [Symbol.asyncDispose]: close,
  }
}

function assertServerUrl(url: unknown): void {
  if (typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url)) return
  throw new EmulatorError('bad_server_url', {
    action: 'connect to an emulator server',
    reason: `${quoteValue(url)} is not an HTTP URL`,
    advice: 'Give the address of the server, such as "http://127.0.0.1:4010".',
  })
}

interface InstanceDescription {
  readonly key: string
  readonly baseUrl: string
  readonly token: string
}

interface ClosedInstance {
  readonly internalErrors: readonly InternalError[]
}

async function requestControl<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<T> {
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...(key && { [instanceHeader]: key }) },
    ...(body !== undefined && { body: toJson(body, `${method} ${path} at ${url}`) }),
  }
  const response = await fetch(`${url}/_emulator/${path}`, request).catch((error: unknown) => {
    throw serverUnreachable(url, error)
  })
  const result = (await response.json()) as T & { error?: { code: string; message: string } }
  if (response.ok) return result
  // Note: the message of the server is complete sentences.
  const serverMessage = result.error?.message
  throw new EmulatorError(result.error?.code ?? 'refused', {
    action: `${method} ${path} at ${url}`,
    reason: `the server answered ${response.status}`,
    ...(serverMessage !== undefined && { advice: serverMessage }),
  })
}

function toJson(body: unknown, action: string): string {
  try {
    return JSON.stringify(body)
  } catch (error) {
    throw new EmulatorError('bad_body', {
      action,
      reason: `the argument is not JSON (${(error as Error).message})`,
      advice: 'Give strings, numbers, booleans, lists and plain objects.',
    })
  }
}

function closedError(key: string, action: string): EmulatorError {
  return new EmulatorError('closed', {
    action,
    reason: `the instance "${key}" is closed`,
    advice: 'Make the call before `close`, or connect again.',
  })
}

function serverUnreachable(url: string, error: unknown): EmulatorError {
  return new EmulatorError('no_server', {
    action: `connect to an emulator server at ${url}`,
    reason: String((error as Error).cause ?? error),
    advice: 'Start a server: npx course-admin-emulator --port 4010.',
  })
}
