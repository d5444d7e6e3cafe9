/**
 * Lets one base address serve several emulators: a call names its instance by the key before its token or in a header.
 *
 * It picks the emulator and does nothing else; one that stands alone need not be named, nor one that is known to
 * be meant by who calls.
 */
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { isBelowBase } from '../../emulator/base-url.ts'
import { instanceKeyIn, instanceKeyOf } from '../../emulator/instance-key.ts'

export interface InstanceRouter {
  add(emulator: Emulator): void
  remove(emulator: Emulator): void
  /** How many emulators are in. */
  size(): number
  /** Whether an address is below the base address of one of them. */
  matches(url: string): boolean
  respond(request: Request): Promise<Response>
}

/** What is known of a call besides the call. */
export interface RoutingHints {
  /** The emulator of who calls, where that is known. */
  currentEmulator?(): Emulator | undefined
  /** Told of a call that means none of several. */
  onUnroutable?(request: Request): void
}

export function createInstanceRouter({
  currentEmulator,
  onUnroutable: onUnroutable,
}: RoutingHints = {}): InstanceRouter {
  const emulators = new Set<Emulator>()

  function find(request: Request): Emulator | undefined {
    const candidates = [...emulators].filter(({ baseUrl }) => isBelowBase(request.url, baseUrl))
    if (candidates.length <= 1) return candidates[0]
    const key = instanceKeyIn(request)
    const named = candidates.find((emulator) => instanceKeyOf(emulator) === key)
    return named ?? candidates.find((emulator) => emulator === currentEmulator?.())
  }

  return {
    add: (emulator) => void emulators.add(emulator),
    remove: (emulator) => void emulators.delete(emulator),
    size: () => emulators.size,
    matches: (url) => [...emulators].some(({ baseUrl }) => isBelowBase(url, baseUrl)),
    async respond(request) {
      const emulator = find(request)
      if (emulator) return contextOf(emulator).serve(request)
      onUnroutable?.(request)
      return unroutableResponse(emulators.size)
    },
  }
}

/** Answers in place of the service, so that the mistake is seen where it was made. */
function unroutableResponse(count: number): Response {
  const message =
    `Could not answer: ${count} emulators stand at this address, and the call names none of ` +
    'them. Use the token of the emulator that is meant, or make each with a baseUrl of its own.'
  return Response.json({ errors: {}, code: 500, message }, { status: 500 })
}
