/** A probe of an assumption: its actions on an emulator, and the expected result of each alternative. */
import type { Emulator, EmulatorOptions } from 'course-admin-emulator'

export interface Probe {
  /** The expected results by the name of the alternative. */
  readonly observations: Readonly<Record<string, unknown>>
  /** Besides the empty world. */
  readonly options?: EmulatorOptions
  /** Runs actions on a new emulator and returns the result. */
  observe(emulator: Emulator): unknown
}

export type Probes = Readonly<Record<string, Probe>>

/** The status of a call; `body` is sent as JSON, a string unchanged. */
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

/** The names of the emitted events, in order. */
export const eventsOf = (emulator: Emulator): unknown[] =>
  emulator.entries({ kind: 'event' }).map(({ event }) => event)

/** Creates a user over the API, with an event. */
export const createUser = (emulator: Emulator, name: string): Promise<Response> =>
  send(emulator, 'POST', '/users', {
    first_name: name,
    last_name: 'Berg',
    email: `${name}@example.test`,
  })
