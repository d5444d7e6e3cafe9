/** Sends requests: repeats a failed call once, waits as long as a 429 says, and reports what failed. */
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

/** A POST is repeated only where the caller says that a second one changes nothing. */
export type Send = (
  method: string,
  url: string,
  body?: object,
  options?: { isRepeatable?: boolean },
) => Promise<Response>

export function createSend(
  { fetch, sleep, retriesMax }: Pick<Settings, 'fetch' | 'sleep' | 'retriesMax'>,
  headers: Record<string, string> = {},
): Send {
  return async (method, url, body, { isRepeatable = false } = {}) => {
    const request = {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
    let retries = method === 'POST' && !isRepeatable ? retriesMax : 0
    for (let waits = 0; ;) {
      const response = await fetch(url, request).catch((error: unknown) => {
        if (retries === retriesMax) throw error
      })
      if (response?.ok) return response
      if (response?.status === 429 && waits < waitsMax) {
        waits += 1
        await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      } else if (retries < retriesMax && !(response && response.status < 500)) {
        retries += 1
      } else if (response) throw await failure(method, url, response)
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
