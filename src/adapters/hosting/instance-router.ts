/**
 * Routes requests to one of several emulators that share a base address.
 *
 * The instance key of a request, in its token or in a header, selects the emulator. A single emulator needs no
 * key. If a request has no known key, the emulator of the current caller receives it, where the caller is known.
 */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isBelowBase } from '../../engine/emulator/base-url.ts'
import { instanceKeyIn, instanceKeyOf } from '../../engine/emulator/instance-key.ts'
import type { RequestResponder } from '../../engine/emulator/msw-handler.ts'
import { fileResponse } from '../../engine/serve/served-files.ts'
import { serviceError } from './service-error.ts'

/** Responds with the emulator that a request is for. */
interface InstanceRouter extends RequestResponder {
  add(emulator: Emulator): void
  remove(emulator: Emulator): void
  /** The number of emulators. */
  size(): number
}

/** Information for the routing that the request does not contain. */
interface RoutingHints {
  /** The emulator of the current caller, or undefined if the caller is unknown. */
  currentEmulator?(): Emulator | undefined
  /** Called with a request that matches several emulators and identifies none. */
  onUnroutable?(request: Request): void
  /** Returns the function that serves the requests of an emulator. Default: that of the emulator. */
  serveOf?(emulator: Emulator): (request: Request) => Promise<Response>
}

/** Creates a router without emulators. */
export function createInstanceRouter({
  currentEmulator,
  onUnroutable,
  serveOf = (emulator) => contextOf(emulator).serve,
}: RoutingHints = {}): InstanceRouter {
  const emulators = new Set<Emulator>()

  function find(request: Request): Emulator | undefined {
    const candidates = [...emulators].filter(({ baseUrl }) => isBelowBase(request.url, baseUrl))
    if (candidates.length <= 1) return candidates[0]
    const key = instanceKeyIn(request)
    const named = candidates.find((emulator) => instanceKeyOf(emulator) === key)
    return named ?? candidates.find((emulator) => emulator === currentEmulator?.())
  }

  // Note: an image of a page sends no token, and each emulator has the same file.
  function fileOfAny(request: Request): Response | undefined {
    for (const emulator of emulators) {
      const file = fileResponse(request, contextOf(emulator).settings)
      if (file) return file
    }
    return undefined
  }

  return {
    add: (emulator) => void emulators.add(emulator),
    remove: (emulator) => void emulators.delete(emulator),
    size: () => emulators.size,
    matches: (url) => [...emulators].some(({ baseUrl }) => isBelowBase(url, baseUrl)),
    async respond(request) {
      const emulator = find(request)
      if (emulator) return serveOf(emulator)(request)
      const file = fileOfAny(request)
      if (file) return file
      onUnroutable?.(request)
      return unroutableResponse(emulators.size)
    },
  }
}

/** A response with status 500, so that the test fails at the call without a key. */
const unroutableResponse = (count: number): Response =>
  serviceError(
    500,
    `Could not answer: ${count} emulators share this address, and the request identifies none of ` +
      'them. Send the token of one emulator, or give each emulator its own `baseUrl`.',
  )
