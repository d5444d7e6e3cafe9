/**
 * Lets one base address serve several emulators: a call names its world by the key before its token, or in a header.
 *
 * It picks the emulator and does nothing else; one that stands alone need not be named, nor one that is known to
 * be meant by who calls.
 */
import { partsOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { isUnder } from '../../emulator/base-url.ts'
import { worldKeyIn } from '../../emulator/instance-key.ts'

export interface Worlds {
  enter(emulator: Emulator): void
  leave(emulator: Emulator): void
  /** How many emulators are in. */
  size(): number
  /** Whether an address is below the base address of one of them. */
  owns(url: string): boolean
  answer(request: Request): Promise<Response>
}

/** What is known of a call besides the call. */
export interface Bearings {
  /** The emulator of who calls, where that is known. */
  caller?(): Emulator | undefined
  /** Told of a call that means none of several. */
  lost?(request: Request): void
}

export function createWorlds({ caller, lost: mourn }: Bearings = {}): Worlds {
  const emulators = new Set<Emulator>()

  function find(request: Request): Emulator | undefined {
    const here = [...emulators].filter(({ baseUrl }) => isUnder(request.url, baseUrl))
    if (here.length <= 1) return here[0]
    const key = worldKeyIn(request)
    const named = here.find((emulator) => worldKeyOf(emulator) === key)
    return named ?? here.find((emulator) => emulator === caller?.())
  }

  return {
    enter: (emulator) => void emulators.add(emulator),
    leave: (emulator) => void emulators.delete(emulator),
    size: () => emulators.size,
    owns: (url) => [...emulators].some(({ baseUrl }) => isUnder(url, baseUrl)),
    async answer(request) {
      const emulator = find(request)
      if (emulator) return partsOf(emulator).serve(request)
      mourn?.(request)
      return lost(emulators.size)
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
