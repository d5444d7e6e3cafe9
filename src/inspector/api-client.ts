/** Calls the control plane. */
import { signal } from '@preact/signals'

/** The path of the control plane. A framework with one route has it below the path of the service. */
export const apiPrefix = location.pathname.replace(/\/_emulator(\/.*)?$/, '/_emulator/')

/** The key of the instance that this page shows; empty for the first instance. */
export const instanceKey = new URLSearchParams(location.search).get('instance') ?? ''

/** The routes of this emulator. The page hides the views and buttons of missing routes. */
export const availableRoutes = signal<ReadonlySet<string>>(new Set())

export const hasRoute = (route: string): boolean => availableRoutes.value.has(route)

/** An error response of the control plane, with its message. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The emulator did not answer. */
export class UnreachableError extends Error {}

export async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(apiPrefix + path, {
    method,
    ...(instanceKey && { headers: { 'x-emulator-instance': instanceKey } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new UnreachableError(
      `Could not reach the emulator at ${location.host}: it does not answer. Start it again; this page then connects by itself.`,
    )
  })
  const json = await response.json()
  if (!response.ok) {
    const message = json.error?.message ?? `${method} ${path}: ${response.status}`
    throw new ApiError(response.status, message)
  }
  return json as T
}

export const get = <T>(path: string): Promise<T> => callApi<T>('GET', path)

export function queryString(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}
