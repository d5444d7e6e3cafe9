/** Talks to the control plane, and tells what went wrong where the person sees it. */
import { signal } from '@preact/signals'

export const apiPrefix = '/_emulator/'

/** The key of the instance that this page shows; empty for the first instance. */
export const instanceKey = new URLSearchParams(location.search).get('instance') ?? ''

/** The routes that this emulator has; what it lacks is not shown. */
export const availableRoutes = signal<ReadonlySet<string>>(new Set())

export const hasRoute = (route: string): boolean => availableRoutes.value.has(route)

export interface Toast {
  readonly text: string
  readonly isError: boolean
}

/** The last thing that the page has to say. */
export const toast = signal<Toast | undefined>(undefined)

let hideTimer: ReturnType<typeof setTimeout> | undefined

export function showToast(text: string, isError = false): void {
  toast.value = { text, isError }
  clearTimeout(hideTimer)
  hideTimer = setTimeout(() => (toast.value = undefined), isError ? 9_000 : 3_500)
}

/** What was said is about what a person did before: it goes when they go on. */
export const hideToast = (): void => void (toast.value = undefined)

/** What the control plane refused, in its own words. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(apiPrefix + path, {
    method,
    ...(instanceKey && { headers: { 'x-emulator-instance': instanceKey } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = await response.json()
  if (!response.ok) {
    const message = json.error?.message ?? `${method} ${path}: ${response.status}`
    throw new ApiError(response.status, message)
  }
  return json as T
}

export const get = <T>(path: string): Promise<T> => callApi<T>('GET', path)

/** Does what a person asked for; a refusal is said, not thrown. */
export async function runAction<T>(
  action: () => Promise<T>,
  successText?: string,
): Promise<T | undefined> {
  try {
    const result = await action()
    if (successText) showToast(successText)
    return result
  } catch (error) {
    showToast((error as Error).message, true)
    return undefined
  }
}

export function queryString(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}
