/** The network of the benchmark: one MSW server with the handlers of one candidate at a time. */
import { type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { timedCalls, type TimedRun } from './interleaved-runs.ts'

const server = setupServer()

/** Runs work while MSW intercepts requests. */
export async function withInterception<T>(work: () => Promise<T>): Promise<T> {
  server.listen({ onUnhandledRequest: 'error' })
  try {
    return await work()
  } finally {
    server.close()
  }
}

/** Runs work on the real network during intercepted work. */
export async function withRealNetwork<T>(work: () => Promise<T>): Promise<T> {
  server.close()
  try {
    return await work()
  } finally {
    server.listen({ onUnhandledRequest: 'error' })
  }
}

/** Sends one request of a candidate. */
export interface RequestSpec {
  readonly url: string
  readonly init: RequestInit
}

/** Sends a request, reads the whole response, and asserts its success. */
export async function sendRequest(
  { url, init }: RequestSpec,
  send: typeof fetch = fetch,
): Promise<string> {
  const response = await send(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text}`)
  return text
}

/** A candidate with requests through global fetch and these handlers. */
export function timedRequests(
  handlers: readonly RequestHandler[],
  requestSpec: (number: number) => RequestSpec,
  calls = 8,
): TimedRun {
  const ready = (): void => server.resetHandlers(...handlers)
  return timedCalls(calls, (number) => sendRequest(requestSpec(number)), ready)
}
