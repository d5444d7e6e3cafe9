/** Talks to the control plane, and tells what went wrong where the person sees it. */
import { signal } from '@preact/signals'

export const prefix = '/_emulator/'

/** The world that this page shows, where several stand at one address; empty for the first. */
export const world = new URLSearchParams(location.search).get('world') ?? ''

/** The routes that this emulator has; what it lacks is not shown. */
export const routes = signal<ReadonlySet<string>>(new Set())

export const has = (route: string): boolean => routes.value.has(route)

export interface Note {
  readonly text: string
  readonly isTrouble: boolean
}

/** The last thing that the page has to say. */
export const note = signal<Note | undefined>(undefined)

let hide: ReturnType<typeof setTimeout> | undefined

export function say(text: string, isTrouble = false): void {
  note.value = { text, isTrouble }
  clearTimeout(hide)
  hide = setTimeout(() => (note.value = undefined), isTrouble ? 9_000 : 3_500)
}

/** What was said is about what a person did before: it goes when they go on. */
export const hush = (): void => void (note.value = undefined)

/** What the control plane refused, in its own words. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(prefix + path, {
    method,
    ...(world && { headers: { 'x-emulator-world': world } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) {
    const said = answer.error?.message ?? `${method} ${path}: ${response.status}`
    throw new Refusal(response.status, said)
  }
  return answer as T
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)

/** Does what a person asked for; a refusal is said, not thrown. */
export async function doing<T>(work: () => Promise<T>, done?: string): Promise<T | undefined> {
  try {
    const result = await work()
    if (done) say(done)
    return result
  } catch (error) {
    say((error as Error).message, true)
    return undefined
  }
}

export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}
