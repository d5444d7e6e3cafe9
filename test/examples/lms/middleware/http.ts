/** Sends requests: retries a failed call once, waits after a 429, and throws for other failures. */
import type { Settings } from './config.ts'

/** An error response other than 404. */
export class CallFailed extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The largest number of waits after a 429. */
const waitsMax = 5

/** A POST is retried only if the caller marks it as idempotent. */
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

/** Describes a failed call, without its query, which can contain an email. */
async function failure(method: string, url: string, response: Response): Promise<CallFailed> {
  const text = (await response.text()).slice(0, 200)
  const [address] = url.split('?')
  return new CallFailed(
    response.status,
    `${method} ${address} answered ${response.status}: ${text}`,
  )
}

/** Returns the record, or undefined after a 404. */
export async function orNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined
    throw error
  }
}
