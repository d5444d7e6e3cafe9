/** Three transports to an emulator, so that a suite can run over each of them. */
import { setupServer } from 'msw/node'
import { serve } from 'srvx/node'
import { describe } from 'vitest'
import type { Emulator } from 'course-admin-emulator'
import { withConnectionReset } from '../../src/adapters/hosting/connection-reset.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'

export interface Transport {
  readonly name: string
  /** Sends a request to a path below the base URL of an emulator. */
  send(emulator: Emulator, path: string, init?: RequestInit): Promise<Response>
  open(): Promise<void>
  close(): Promise<void>
}

const noop = async (): Promise<void> => undefined

const inProcess: Transport = {
  name: 'in process',
  send: (emulator, path, init) => emulator.fetch(path, init),
  open: noop,
  close: noop,
}

function throughMsw(): Transport {
  const server = setupServer()
  return {
    name: 'through msw',
    send(emulator, path, init) {
      server.resetHandlers(...emulator.handlers)
      return fetch(emulator.baseUrl + path, init)
    },
    open: async () => server.listen({ onUnhandledRequest: 'error' }),
    close: async () => server.close(),
  }
}

function overHttp(): Transport {
  let current: Emulator
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    manual: true,
    gracefulShutdown: false,
    silent: true,
    fetch: withConnectionReset((request) => contextOf(current).serve(request)),
  })
  return {
    name: 'over http',
    send(emulator, path, init) {
      current = emulator
      return fetch(`${server.url}api/v1${path}`, init)
    },
    open: async () => void (await server.serve()),
    close: () => server.close(true),
  }
}

/** Runs a suite once per transport, with the transport's name in the title. */
export function describeTransports(suite: (transport: Transport) => void): void {
  for (const transport of [inProcess, throughMsw(), overHttp()]) {
    describe(`${transport.name}`, () => {
      suite(transport)
    })
  }
}
