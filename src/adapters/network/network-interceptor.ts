/** Takes over the network of a Node process: what is sent to an address of ours is answered here, whoever sends it. */
import { syncBuiltinESMExports } from 'node:module'
import { setupServer } from 'msw/node'
import type { RequestResponder } from '../../emulator/msw-handler.ts'
import {
  createHandlers,
  type UnhandledStrategy,
  unhandledOptions,
} from '../../emulator/handlers.ts'
import { interceptUndici } from './undici.ts'

/** The network of this process, for one who answers. */
export interface NetworkInterceptor {
  start(unhandled: UnhandledStrategy): void
  stop(): void
}

export function createNetworkInterceptor(answering: RequestResponder): NetworkInterceptor {
  const server = setupServer(...createHandlers(answering))
  let restoreUndici: (() => void) | undefined
  return {
    start(unhandled) {
      server.listen(unhandledOptions(unhandled))
      // Note: modules that import `get` or `request` by name hold the old function until this.
      syncBuiltinESMExports()
      restoreUndici = interceptUndici(answering)
    },
    stop() {
      restoreUndici?.()
      server.close()
      syncBuiltinESMExports()
    },
  }
}
