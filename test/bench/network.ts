/** The network of the benchmark: one msw server, on which one lane at a time has its handler. */
import { type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { timedCalls, type TimedRun } from './interleaved-runs.ts'

const server = setupServer()

/** Runs work while msw listens; elsewhere the network is the real one. */
export async function withInterception<T>(work: () => Promise<T>): Promise<T> {
  server.listen({ onUnhandledRequest: 'error' })
  try {
    return await work()
  } finally {
    server.close()
  }
}

/** Runs work on the real network in the midst of intercepted work. */
export async function withRealNetwork<T>(work: () => Promise<T>): Promise<T> {
  server.close()
  try {
    return await work()
  } finally {
    server.listen({ onUnhandledRequest: 'error' })
  }
}

/** How one request of a lane is sent. */
export interface RequestSpec {
  readonly url: string
  readonly init: RequestInit
}

/** Sends a request, reads the answer whole, and insists that it is no refusal. */
export async function sendRequest(
  { url, init }: RequestSpec,
  send: typeof fetch = fetch,
): Promise<string> {
  const response = await send(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text}`)
  return text
}

/** A lane of requests through global fetch, answered by these handlers. */
export function timedRequests(
  handlers: readonly RequestHandler[],
  requestSpec: (number: number) => RequestSpec,
  calls = 8,
): TimedRun {
  const ready = (): void => server.resetHandlers(...handlers)
  return timedCalls(calls, (number) => sendRequest(requestSpec(number)), ready)
}
