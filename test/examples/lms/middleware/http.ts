/** Sends requests, waits when it is told to, and says what went wrong. */
import type { Settings } from './config.ts'

/** An answer that is neither what was asked for nor "there is none". */
export class CallFailed extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Waits as long as a 429 says, this often. */
const waitsMax = 5

export type Send = (method: string, url: string, body?: object) => Promise<Response>

export function createSend(
  { fetch, sleep }: Pick<Settings, 'fetch' | 'sleep'>,
  headers: Record<string, string> = {},
): Send {
  return async (method, url, body) => {
    const request = {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(url, request)
      if (response.ok) return response
      if (response.status !== 429 || waits === waitsMax) throw await failure(method, url, response)
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    }
  }
}

async function failure(method: string, url: string, response: Response): Promise<CallFailed> {
  const text = (await response.text()).slice(0, 200)
  return new CallFailed(response.status, `${method} ${url} answered ${response.status}: ${text}`)
}

/** The record, or undefined where there is none. */
export async function orNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined
    throw error
  }
}
