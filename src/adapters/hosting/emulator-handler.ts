/**
 * Mounts an emulator wherever a fetch handler fits: the service under its base address, the control
 * plane beside it, and further instances, each under its key.
 */
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { isBelowBase } from '../../emulator/base-url.ts'
import { controlBytesMax, withBodyLimit } from './body-limit.ts'
import {
  type ControlPlane,
  controlPrefix,
  createControlPlane,
} from '../../control/control-plane.ts'
import { instanceTaken, instanceRoutes } from '../../control/instance-routes.ts'
import { withCors } from './cors.ts'
import { instanceKeyIn } from '../../emulator/instance-key.ts'
import { instanceKeyOf } from '../../emulator/instance-key.ts'

/** Worlds beside the first one; one more is refused. */
export const instancesMax = 200

/** A handler of requests, as every framework of the web platform takes one. */
export interface EmulatorHandler {
  (request: Request): Promise<Response>
  /** Closes the event streams of inspector pages and all further instances. */
  close(): void
}

interface MountedInstance {
  readonly emulator: Emulator
  readonly control: ControlPlane
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
  const { basePath } = contextOf(emulator)
  const instances = new Map<string, MountedInstance>()
  const mount = (instance: Emulator): MountedInstance => ({
    emulator: instance,
    control: createControlPlane(instance, { routes, addInstance }),
  })
  function addInstance(instance: Emulator): void {
    const key = instanceKeyOf(instance)
    if (key === '' || key === instanceKeyOf(emulator) || instances.has(key))
      throw instanceTaken(key)
    if (instances.size >= instancesMax) throw tooManyInstances()
    instances.set(key, mount(instance))
  }
  function removeInstance(key: string): boolean {
    instances.get(key)?.control.close()
    instances.get(key)?.emulator.close()
    return instances.delete(key)
  }
  const list = (): Emulator[] => [...instances.values()].map((place) => place.emulator)
  const routes = instanceRoutes({
    primary: emulator,
    list,
    add: addInstance,
    remove: removeInstance,
  })
  const first = mount(emulator)
  /** The instance of a key. The empty key is the first instance; an unknown key is refused. */
  function findInstance(key: string | undefined): MountedInstance | EmulatorError {
    if (!key || key === instanceKeyOf(emulator)) return first
    return instances.get(key) ?? unknownNameError('instance', key, instances.keys())
  }
  const control = withBodyLimit(async (request) => {
    // Note: a page that listens to events, or was just opened, has no way to send a header.
    const meant = findInstance(
      new URL(request.url).searchParams.get('instance') || instanceKeyIn(request),
    )
    if (meant instanceof EmulatorError) return first.control(request, meant)
    return meant.control(request)
  }, controlBytesMax)
  const answer = async (request: Request): Promise<Response> => {
    const meant = findInstance(instanceKeyIn(request))
    return meant instanceof EmulatorError
      ? unknownInstanceResponse(meant)
      : contextOf(meant.emulator).serve(request)
  }
  const service = withBodyLimit((request) => withCors(request, answer))
  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (isBelowBase(pathname, controlPrefix)) return control(request)
    if (isBelowBase(pathname, basePath)) return service(request)
    const message = `The service stands at ${basePath}, the control plane at ${controlPrefix}.`
    return Response.json({ errors: {}, code: 404, message }, { status: 404 })
  }
  return Object.assign(handle, {
    close() {
      first.control.close()
      for (const key of instances.keys()) removeInstance(key)
    },
  })
}

/** Whether a path is one that a handler answers, for those who share an address with it. */
export function handlesPath(emulator: Emulator, pathname: string): boolean {
  return isBelowBase(pathname, controlPrefix) || isBelowBase(pathname, contextOf(emulator).basePath)
}

/** Answers in place of the service: no instance exists that could record the call. */
const unknownInstanceResponse = ({ message }: EmulatorError): Response =>
  Response.json({ errors: {}, code: 422, message }, { status: 422 })

function tooManyInstances(): EmulatorError {
  return new EmulatorError('too_many_instances', {
    action: 'create an instance',
    reason: `${instancesMax} stand here already`,
    advice: 'Close those that are done with: DELETE /_emulator/instances/KEY.',
  })
}
