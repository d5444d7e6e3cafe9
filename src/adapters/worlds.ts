/**
 * Lets one base address serve several emulators: a call names its world by the key before its token, or in a header.
 *
 * It picks the emulator and does nothing else; one that stands alone need not be named.
 */
import { partsOf } from '../emulator.ts'
import type { Emulator } from '../emulator/face.ts'
import { isUnder } from './address.ts'
import { worldKeyIn } from './world-keys.ts'

export interface Worlds {
  enter(emulator: Emulator): void
  leave(emulator: Emulator): void
  /** How many emulators are in. */
  size(): number
  /** Whether an address is below the base address of one of them. */
  owns(url: string): boolean
  answer(request: Request): Promise<Response>
}

export function createWorlds(): Worlds {
  const emulators = new Set<Emulator>()

  function find(request: Request): Emulator | undefined {
    const here = [...emulators].filter(({ baseUrl }) => isUnder(request.url, baseUrl))
    if (here.length <= 1) return here[0]
    const key = worldKeyIn(request)
    return here.find((emulator) => worldKeyOf(emulator) === key)
  }

  return {
    enter: (emulator) => void emulators.add(emulator),
    leave: (emulator) => void emulators.delete(emulator),
    size: () => emulators.size,
    owns: (url) => [...emulators].some(({ baseUrl }) => isUnder(url, baseUrl)),
    async answer(request) {
      const emulator = find(request)
      return emulator ? partsOf(emulator).serve(request) : lost(emulators.size)
    },
  }
}

export const worldKeyOf = (emulator: Emulator): string => partsOf(emulator).settings.worldKey

/** Answers in place of the service, so that the mistake is seen where it was made. */
function lost(count: number): Response {
  const message =
    `Could not answer: ${count} emulators stand at this address, and the call names none of ` +
    'them. Use the token of the emulator that is meant, or make each with a baseUrl of its own.'
  return Response.json({ errors: {}, code: 500, message }, { status: 500 })
}
