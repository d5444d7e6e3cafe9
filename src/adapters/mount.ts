/**
 * Mounts an emulator wherever a fetch handler fits: the service under its base address, the control
 * plane beside it, and further worlds for those who name one.
 */
import { partsOf } from '../emulator.ts'
import type { Emulator } from '../emulator/face.ts'
import { EmulatorError } from '../machine/errors.ts'
import { type Control, controlPrefix, createControl } from './control.ts'
import { worldRoutes } from './control/world-routes.ts'
import { withCors } from './cors.ts'
import { worldKeyIn } from './world-keys.ts'
import { worldKeyOf } from './worlds.ts'

/** Worlds beside the first one; one more is refused. */
export const worldsMax = 200

/** A handler of requests, as every framework of the web platform takes one. */
export type EmulatorHandler = (request: Request) => Promise<Response>

interface Place {
  readonly emulator: Emulator
  readonly control: Control
}

/**
 * The emulator as a fetch handler, for a framework's own server: everything below the path of its
 * `baseUrl` is the service, everything below `/_emulator` the control plane.
 *
 * @example
 * const emulator = createEmulator({ clock: 'system', baseUrl: 'http://localhost:3000/api/v1' })
 * export default { fetch: createHandler(emulator) }
 */
export function createHandler(emulator: Emulator): EmulatorHandler {
  const { basePath } = partsOf(emulator)
  const others = new Map<string, Place>()
  const placeFor = (one: Emulator): Place => ({
    emulator: one,
    control: createControl(one, routes),
  })
  const routes = worldRoutes({
    first: emulator,
    all: () => [...others.values()].map((place) => place.emulator),
    enter(one) {
      if (others.size >= worldsMax) throw tooMany()
      others.set(worldKeyOf(one), placeFor(one))
    },
    leave(key) {
      others.get(key)?.emulator.close()
      return others.delete(key)
    },
  })
  const first = placeFor(emulator)
  const meant = (request: Request): Place => others.get(worldKeyIn(request) ?? '') ?? first
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (isUnder(pathname, controlPrefix)) return meant(request).control(request)
    const answer = (asked: Request) => partsOf(meant(asked).emulator).serve(asked)
    if (isUnder(pathname, basePath)) return withCors(request, answer)
    const message = `The service stands at ${basePath}, the control plane at ${controlPrefix}.`
    return Response.json({ errors: {}, code: 404, message }, { status: 404 })
  }
}

/** Whether a path is one that a handler answers, for those who share an address with it. */
export function owns(emulator: Emulator, pathname: string): boolean {
  return isUnder(pathname, controlPrefix) || isUnder(pathname, partsOf(emulator).basePath)
}

const isUnder = (pathname: string, prefix: string): boolean =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

function tooMany(): EmulatorError {
  return new EmulatorError('too_many_worlds', {
    could: 'make a world',
    because: `${worldsMax} stand here already`,
    advice: 'Close those that are done with: DELETE /_emulator/worlds/KEY.',
  })
}
