/** How a test looks at an assumption: what it does to an emulator, and what is seen in each reading. */
import type { Emulator, EmulatorOptions } from 'course-admin-emulator'

export interface Probe {
  /** What is seen, by the name of the reading. */
  readonly observations: Readonly<Record<string, unknown>>
  /** Besides the empty world. */
  readonly options?: EmulatorOptions
  /** Does something to a new emulator and tells what came of it. */
  observe(emulator: Emulator): unknown
}

export type Probes = Readonly<Record<string, Probe>>

/** The status of a call; `body` is sent as JSON, a text as it is. */
export async function statusOf(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  return (await send(emulator, method, path, body)).status
}

export async function send(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  token = emulator.token,
): Promise<Response> {
  return emulator.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** The names of the events that were announced, in their order. */
export const eventsOf = (emulator: Emulator): unknown[] =>
  emulator.entries({ kind: 'event' }).map(({ event }) => event)

/** A user over the API, so that it is announced. */
export const createUser = (emulator: Emulator, name: string): Promise<Response> =>
  send(emulator, 'POST', '/users', {
    first_name: name,
    last_name: 'Berg',
    email: `${name}@example.test`,
  })
