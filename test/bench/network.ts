/** The network of the benchmark: one msw server, on which one lane at a time has its handler. */
import { type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { calling, type Lane } from './interleaved-runs.ts'

const server = setupServer()

/** Runs work while msw listens; elsewhere the network is the real one. */
export async function intercepted<T>(work: () => Promise<T>): Promise<T> {
  server.listen({ onUnhandledRequest: 'error' })
  try {
    return await work()
  } finally {
    server.close()
  }
}

/** Runs work on the real network in the midst of intercepted work. */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  server.close()
  try {
    return await work()
  } finally {
    server.listen({ onUnhandledRequest: 'error' })
  }
}

/** How one request of a lane is sent. */
export interface Asking {
  readonly url: string
  readonly init: RequestInit
}

/** Sends a request, reads the answer whole, and insists that it is no refusal. */
export async function ask({ url, init }: Asking, send: typeof fetch = fetch): Promise<string> {
  const response = await send(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text}`)
  return text
}

/** A lane of requests through global fetch, answered by these handlers. */
export function requests(
  handlers: readonly RequestHandler[],
  asking: (number: number) => Asking,
  calls = 8,
): Lane {
  const ready = (): void => server.resetHandlers(...handlers)
  return calling(calls, (number) => ask(asking(number)), ready)
}
