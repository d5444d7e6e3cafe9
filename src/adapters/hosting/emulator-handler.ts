/**
 * Mounts an emulator wherever a fetch handler fits: the service under its base address, the control
 * plane beside it, and further worlds for those who name one.
 */
import { partsOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { isUnder } from '../../emulator/base-url.ts'
import { controlBytesMax, withBodyLimit } from './body-limit.ts'
import { type Control, controlPrefix, createControl } from '../../control/control-plane.ts'
import { taken, worldRoutes } from '../../control/instance-routes.ts'
import { withCors } from './cors.ts'
import { worldKeyIn } from '../../emulator/instance-key.ts'
import { worldKeyOf } from './instance-router.ts'

/** Worlds beside the first one; one more is refused. */
export const worldsMax = 200

/** A handler of requests, as every framework of the web platform takes one. */
export interface EmulatorHandler {
  (request: Request): Promise<Response>
  /** Ends what pages of the inspector keep going, and the worlds beside the first. */
  close(): void
}

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
    control: createControl(one, { routes, enter }),
  })
  function enter(one: Emulator): void {
    const key = worldKeyOf(one)
    if (key === '' || key === worldKeyOf(emulator) || others.has(key)) throw taken(key)
    if (others.size >= worldsMax) throw tooMany()
    others.set(key, placeFor(one))
  }
  function leave(key: string): boolean {
    others.get(key)?.control.close()
    others.get(key)?.emulator.close()
    return others.delete(key)
  }
  const all = (): Emulator[] => [...others.values()].map((place) => place.emulator)
  const routes = worldRoutes({ first: emulator, all, enter, leave })
  const first = placeFor(emulator)
  /** The world that a key names; no key names the first, and a key that nobody has names none. */
  function named(key: string | undefined): Place | EmulatorError {
    if (!key || key === worldKeyOf(emulator)) return first
    return others.get(key) ?? unknownName('world', key, others.keys())
  }
  const control = withBodyLimit(async (request) => {
    // Note: a page that listens to events, or was just opened, has no way to send a header.
    const meant = named(new URL(request.url).searchParams.get('world') || worldKeyIn(request))
    if (meant instanceof EmulatorError) return first.control(request, meant)
    return meant.control(request)
  }, controlBytesMax)
  const answer = async (request: Request): Promise<Response> => {
    const meant = named(worldKeyIn(request))
    return meant instanceof EmulatorError ? lost(meant) : partsOf(meant.emulator).serve(request)
  }
  const service = withBodyLimit((request) => withCors(request, answer))
  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (isUnder(pathname, controlPrefix)) return control(request)
    if (isUnder(pathname, basePath)) return service(request)
    const message = `The service stands at ${basePath}, the control plane at ${controlPrefix}.`
    return Response.json({ errors: {}, code: 404, message }, { status: 404 })
  }
  return Object.assign(handle, {
    close() {
      first.control.close()
      for (const key of others.keys()) leave(key)
    },
  })
}

/** Whether a path is one that a handler answers, for those who share an address with it. */
export function owns(emulator: Emulator, pathname: string): boolean {
  return isUnder(pathname, controlPrefix) || isUnder(pathname, partsOf(emulator).basePath)
}

/** Answers in place of the service: no world is there to keep the call in its journal. */
const lost = ({ message }: EmulatorError): Response =>
  Response.json({ errors: {}, code: 422, message }, { status: 422 })

function tooMany(): EmulatorError {
  return new EmulatorError('too_many_worlds', {
    could: 'make a world',
    because: `${worldsMax} stand here already`,
    advice: 'Close those that are done with: DELETE /_emulator/worlds/KEY.',
  })
}
