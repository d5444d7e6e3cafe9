/** Watches where an integration sends its token. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { Connection } from '../scenario/integration.ts'
import { type ConnectionChange, withFetch } from './connection-changes.ts'

/** A request with the token. */
interface SentToken {
  readonly url: URL
  /** Whether it goes to the origin of the service. */
  readonly isService: boolean
}

/**
 * Receives the requests of another process to the links in responses, by the emulator of the run. Its calls to
 * other origins are visible only if these links lead to the emulator.
 */
export const linkWatches = new WeakMap<Emulator, (request: Request) => Promise<void>>()

interface TokenWatch {
  /** The requests with the token, in their order. */
  readonly urls: readonly SentToken[]
  /** Watches the `fetch` of a connection, and the global one until `stop` is called. */
  readonly connection: ConnectionChange
  /** Restores the global `fetch`. */
  stop(): void
}

export function watchToken(): TokenWatch {
  const urls: SentToken[] = []
  const globalFetch = globalThis.fetch

  async function note(request: Request, { token, baseUrl }: Connection): Promise<void> {
    const texts = [request.url, ...request.headers.values(), await request.clone().text()]
    if (!texts.some((text) => text.includes(token))) return
    const url = new URL(request.url)
    urls.push({ url, isService: url.origin === new URL(baseUrl).origin })
  }

  return {
    urls,
    connection(own) {
      linkWatches.set(own.emulator, (request) => note(request, own))
      globalThis.fetch = async (input, init) => {
        await note(new Request(input, init), own)
        return globalFetch(input, init)
      }
      return withFetch(async (request, _, send) => {
        await note(request, own)
        return send(request)
      })(own)
    },
    stop() {
      globalThis.fetch = globalFetch
    },
  }
}
