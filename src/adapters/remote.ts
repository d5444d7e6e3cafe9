/** An emulator in another process, spoken to through its control plane: the same words, awaited. */
import type { EmulatorOptions } from '../emulator/options.ts'
import type { Advanced, GivenValues, ResourceName } from '../emulator/emulator-api.ts'
import type { JournalEntry } from '../emulator/reports/views.ts'
import type { Duration } from '../machine/duration.ts'
import { EmulatorError } from '../machine/errors.ts'
import type { FlagsGiven } from '../model/settings.ts'
import type { ActName, Records, ScopeName } from '../generated/rows.ts'
import { worldHeader } from '../emulator/instance-key.ts'

/** What a world is made with at the server. */
export interface RemoteOptions extends Pick<
  EmulatorOptions,
  'world' | 'seed' | 'clock' | 'start' | 'flags' | 'readings'
> {
  /** Names the world among those of the server. Default: one that is free. */
  readonly key?: string
}

/**
 * A world of an emulator server, from afar. Each of its words throws an `EmulatorError` where the server
 * refuses, and once the world is closed.
 */
export interface RemoteEmulator {
  /** The name of the world at its server. */
  readonly key: string
  /** Where the service stands: what the code under test is configured with. */
  readonly baseUrl: string
  /** A token of this world with every scope. */
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
  advance(duration: Duration): Promise<Advanced>
  /** Lets time pass until a moment, in ISO 8601. */
  advanceTo(moment: string): Promise<Advanced>
  /** Switches feature flags. */
  setFlags(flags: FlagsGiven): Promise<void>
  /** A new token. Default: with every scope. */
  mintToken(options?: { scopes?: readonly ScopeName[] }): Promise<string>
  /** Everything that happened in this world, oldest first. */
  journal(): Promise<JournalEntry[]>
  /** Goes back to how the world was made. */
  reset(): Promise<void>
  /** Asks the control plane for what has no word here: `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** Gives the world up. A second call does nothing. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A world of its own at a running server, which tests in parallel do not share.
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
  const made = await ask<Described>(url, 'POST', 'worlds', options)
  const { key, baseUrl, token } = made
  const headers = { authorization: `Bearer ${token}` }
  let isClosed = false
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    if (isClosed) throw closed(key, `${method} ${path}`)
    return ask<T>(url, method, path, body, key)
  }
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await ask(url, 'DELETE', `worlds/${key}`)
  }
  return {
    key,
    baseUrl,
    token,
    headers,
    control,
    close,
    async fetch(path, init) {
      if (isClosed) throw closed(key, `fetch ${path}`)
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

interface Described {
  readonly key: string
  readonly baseUrl: string
  readonly token: string
}

async function ask<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<T> {
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...(key && { [worldHeader]: key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const response = await fetch(`${url}/_emulator/${path}`, request).catch((error: unknown) => {
    throw unreachable(url, error)
  })
  const answer = (await response.json()) as T & { error?: { code: string; message: string } }
  if (response.ok) return answer
  // Note: what the server says is whole sentences.
  const said = answer.error?.message
  throw new EmulatorError(answer.error?.code ?? 'refused', {
    could: `${method} ${path} at ${url}`,
    because: `it answered ${response.status}`,
    ...(said !== undefined && { advice: said }),
  })
}

function closed(key: string, could: string): EmulatorError {
  return new EmulatorError('closed', {
    could,
    because: `the world "${key}" is closed`,
    advice: 'Ask before `close`, or connect again.',
  })
}

function unreachable(url: string, error: unknown): EmulatorError {
  return new EmulatorError('no_server', {
    could: `reach an emulator at ${url}`,
    because: String((error as Error).cause ?? error),
    advice: 'Start one: npx course-admin-emulator --port 4010.',
  })
}
