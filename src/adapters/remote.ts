/** An emulator in another process, spoken to through its control plane: the same words, awaited. */
import type { EmulatorOptions } from '../emulator/options.ts'
import type { ClockAdvance } from '../emulator/methods/clock.ts'
import type { GivenValues, ResourceName } from '../emulator/record-types.ts'
import type { JournalEntry } from '../emulator/reports/views.ts'
import type { Duration } from '../machine/duration.ts'
import { EmulatorError } from '../machine/errors.ts'
import type { FlagOverrides } from '../model/settings.ts'
import type { ActName, Records, ScopeName } from '../generated/rows.ts'
import { instanceHeader } from '../emulator/instance-key.ts'

/** Options of an instance on a server. */
export interface RemoteOptions extends Pick<
  EmulatorOptions,
  'world' | 'seed' | 'clock' | 'start' | 'flags' | 'assumptions'
> {
  /** The key of the instance on the server. Default: a free one. */
  readonly key?: string
}

/**
 * An instance of an emulator server in another process. Each method throws an `EmulatorError` if the server
 * refuses the call or the instance is closed.
 */
export interface RemoteEmulator {
  /** The key of the instance on its server. */
  readonly key: string
  /** Where the service stands: what the code under test is configured with. */
  readonly baseUrl: string
  /** A token of this instance with every scope. */
  readonly token: string
  /** Headers that carry the token. */
  readonly headers: { readonly authorization: string }
  /** Asks the service; a path is taken below `baseUrl`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Makes one record, and those that it cannot be without. */
  given<N extends ResourceName>(resource: N, values?: GivenValues<N>): Promise<Records[N]>
  /** Runs an act of an administrator by its wire name: `merge_users`. */
  act(name: ActName, input: object): Promise<unknown>
  /** Lets time pass: each due task runs at its own moment. Resolves when all is quiet. */
  advance(duration: Duration): Promise<ClockAdvance>
  /** Lets time pass until a moment, in ISO 8601. */
  advanceTo(moment: string): Promise<ClockAdvance>
  /** Switches feature flags. */
  setFlags(flags: FlagOverrides): Promise<void>
  /** A new token. Default: with every scope. */
  mintToken(options?: { scopes?: readonly ScopeName[] }): Promise<string>
  /** The journal of this instance, oldest first. */
  journal(): Promise<JournalEntry[]>
  /** Restores the state in which the instance was created. */
  reset(): Promise<void>
  /** Asks the control plane for what has no word here: `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** Closes the instance. A second call does nothing. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates an instance of its own on a running server, so that parallel tests do not share data.
 *
 * @throws EmulatorError when no server answers there, or it refuses
 * @example
 * await using emulator = await connectEmulator('http://127.0.0.1:4010', { world: 'small-school' })
 * const mia = await emulator.given('users', { first_name: 'Mia' })
 */
export async function connectEmulator(
  url: string,
  options: RemoteOptions = {},
): Promise<RemoteEmulator> {
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
    await requestControl(url, 'DELETE', `instances/${key}`)
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
    mintToken: async (wanted = {}) =>
      (await control<{ token: string }>('POST', 'tokens', wanted)).token,
    journal: () => control('GET', 'journal'),
    reset: () => control('POST', 'reset'),
    [Symbol.asyncDispose]: close,
  }
}

interface InstanceDescription {
  readonly key: string
  readonly baseUrl: string
  readonly token: string
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
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const response = await fetch(`${url}/_emulator/${path}`, request).catch((error: unknown) => {
    throw serverUnreachable(url, error)
  })
  const answer = (await response.json()) as T & { error?: { code: string; message: string } }
  if (response.ok) return answer
  // Note: what the server says is whole sentences.
  const serverMessage = answer.error?.message
  throw new EmulatorError(answer.error?.code ?? 'refused', {
    action: `${method} ${path} at ${url}`,
    reason: `it answered ${response.status}`,
    ...(serverMessage !== undefined && { advice: serverMessage }),
  })
}

function closedError(key: string, action: string): EmulatorError {
  return new EmulatorError('closed', {
    action,
    reason: `the instance "${key}" is closed`,
    advice: 'Ask before `close`, or connect again.',
  })
}

function serverUnreachable(url: string, error: unknown): EmulatorError {
  return new EmulatorError('no_server', {
    action: `reach an emulator at ${url}`,
    reason: String((error as Error).cause ?? error),
    advice: 'Start one: npx course-admin-emulator --port 4010.',
  })
}
