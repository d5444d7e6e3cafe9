/** Takes over the network of a Node process: what is sent to an address of ours is answered here, whoever sends it. */
import { syncBuiltinESMExports } from 'node:module'
import { setupServer } from 'msw/node'
import type { Answering } from '../../emulator/msw-handler.ts'
import { catchAll, type UnhandledStrategy, unhandledBy } from '../../emulator/handlers.ts'
import { catchUndici } from './undici.ts'

/** The network of this process, for one who answers. */
export interface Network {
  takeOver(unhandled: UnhandledStrategy): void
  giveBack(): void
}

export function networkFor(answering: Answering): Network {
  const server = setupServer(...catchAll(answering))
  let letGo: (() => void) | undefined
  return {
    takeOver(unhandled) {
      server.listen(unhandledBy(unhandled))
      // Note: modules that import `get` or `request` by name hold the old function until this.
      syncBuiltinESMExports()
      letGo = catchUndici(answering)
    },
    giveBack() {
      letGo?.()
      server.close()
      syncBuiltinESMExports()
    },
  }
}
