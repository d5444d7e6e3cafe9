/**
 * A fetch handler for an emulator. It routes a request to the service or to the control plane, of the
 * primary instance or of the instance whose key the request contains.
 */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { startQueuedTask } from '../../engine/deliver/due-tasks.ts'
import type { Explanation } from '../../engine/describe/explanation.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { functionCheck } from '../../engine/errors/argument-checks.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../engine/errors/options.ts'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import { hostNamesFrom } from '../../engine/emulator/access-options.ts'
import { findIdentity, storedTokenOf } from '../../engine/emulator/tokens.ts'
import { bearerTokenIn } from '../../engine/serve/checks.ts'
import { isBelowBase } from '../../engine/emulator/base-url.ts'
import { anonymousBytesMax, bodyBytesMax, controlBytesMax, withBodyLimit } from './body-limit.ts'
import { type ControlPlane, createControlPlane } from '../../engine/control/control-plane.ts'
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { unreadHints } from '../../engine/emulator/reports/call-hints.ts'
import { hostRefusal } from '../../engine/control/host-check.ts'
import { instanceTaken, instanceRoutes } from '../../engine/control/instance-routes.ts'
import { isTestProcess } from '../testing/running-test.ts'
import { requireContext } from '../testing/emulator-lookup.ts'
import { fileResponse } from '../../engine/serve/served-files.ts'
import { isOfApp, printRefusal } from '../network/printed-refusals.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import { withCors } from './cors.ts'
import { instanceKeyIn, instanceKeyOf } from '../../engine/emulator/instance-key.ts'
import { pageRefusal } from './page-origin.ts'
import { pageRoutes } from './page-assets.ts'
import { scenarioRoutes } from './scenario-routes.ts'
import { serviceError } from './service-error.ts'
import { unknownPathResponse } from './unknown-path.ts'

/** The largest number of instances besides the primary instance. */
const instancesMax = 200

/** A fetch handler, as web frameworks accept it. */
export interface EmulatorHandler {
  (request: Request): Promise<Response>
  /** Closes the event streams of the inspector pages and all instances besides the primary instance. */
  close(): void
}

/** The options of `createHandler`. */
export const handlerOptions = {
  /**
   * The hosts that a request may name in its `Host` header besides this machine, without a port. Other hosts
   * are refused with 403. Default: none for the control plane, the host of `baseUrl` for the service.
   */
  allowHosts: option<readonly string[]>((hosts, { name }) => void hostNamesFrom(name, hosts), []),
  /**
   * Called with the explanation of each response of the service with a status of 400 or above, and with the key of its
   * instance, which is empty for an emulator without one. Default: prints it if the clock of the emulator runs.
   * `startServer` prints nothing.
   */
  onRefusal: option<(explanation: Explanation, instance: string) => void>(functionCheck),
  /**
   * Called with a line on each call that the service answers without a part of it, such as a misspelt field, and on each call
   * that the control plane refuses. Default: that of `onRefusal`.
   */
  onNotice: option<(line: string) => void>(functionCheck),
}

/** Options of `createHandler`. */
export interface HandlerOptions extends OptionsOf<typeof handlerOptions>, Named {}

/** Throws for a request whose body is read, and for a request of another kind, such as that of `node:http`. */
function assertRequest(request: unknown): void {
  const { url, headers, bodyUsed = false } = (request ?? {}) as Partial<Request>
  if (bodyUsed)
    throw new EmulatorError('bad_request', {
      action: 'handle the request',
      reason: 'its body is already read',
      advice: 'Pass `request.clone()` to the handler, and read the other one.',
    })
  if (typeof url === 'string' && typeof headers?.get === 'function') return
  throw new EmulatorError('bad_request', {
    action: 'handle the request',
    reason: 'the argument is not a `Request`',
    advice: 'Pass a `Request` of the Fetch API, or start a server with `startServer`.',
  })
}

interface MountedInstance {
  readonly emulator: Emulator
  readonly control: ControlPlane
}

/**
 * Creates a fetch handler for an emulator, for the server of a framework. The service answers below the path
 * of `baseUrl`, the control plane below `/_emulator`, and below `_emulator` of the path of `baseUrl` for a framework with
 * one route.
 *
 * With the default clock, `virtual`, no delivery leaves until the emulator advances: an app in development needs `system`.
 *
 * @example
 * const emulator = createEmulator({ clock: 'system', baseUrl: 'http://localhost:3000/api/v1' })
 * export default { fetch: createHandler(emulator) }
 */
export function createHandler(emulator: Emulator, options: HandlerOptions = {}): EmulatorHandler {
  assertNoRoute(emulator)
  assertArgumentCount('createHandler', 2, arguments)
  const { allowHosts, ...given } = readOptions(handlerOptions, options, {
    action: 'create a handler',
    kind: 'option',
    example: '{ onRefusal: (explanation) => console.warn(explanation.text) }',
  })
  const { settings } = requireContext(emulator)
  const isPrinted = isOfApp(emulator)
  const onRefusal = given.onRefusal ?? (isPrinted ? printRefusal : undefined)
  const onNotice = given.onNotice ?? (isPrinted ? console.warn : undefined)
  // Note: a test advances the clock itself.
  let isStillToTell = !isPrinted && !given.onNotice && !isTestProcess()
  const { basePath } = settings
  const allowedHosts = hostNamesFrom('allowHosts', allowHosts)
  // Note: the service accepts the host of `baseUrl`, because the caller configured it. The control plane accepts it only
  // with `allowHosts`.
  const serviceHosts = new Set(allowedHosts).add(new URL(settings.baseUrl).hostname)
  const instances = new Map<string, MountedInstance>()
  function mount(instance: Emulator): MountedInstance {
    const control = createControlPlane(instance, {
      routes: { ...pageRoutes, ...routes, ...scenarioRoutes(instance) },
      addInstance,
      allowedHosts,
    })
    return { emulator: instance, control }
  }
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
  const list = (): Emulator[] => [...instances.values()].map((each) => each.emulator)
  const routes = instanceRoutes({
    primary: emulator,
    list,
    add: addInstance,
    remove: removeInstance,
  })
  const primary = mount(emulator)
  /** Finds the instance of a key. An empty key is the primary instance; an unknown key gives an error. */
  function findInstance(key: string | undefined): MountedInstance | EmulatorError {
    if (!key || key === instanceKeyOf(emulator)) return primary
    return instances.get(key) ?? unknownNameError('instance', key, instances.keys())
  }
  const control = withBodyLimit(async (request) => {
    // Note: the inspector page cannot send a header when it opens or listens to events.
    const instance = findInstance(
      new URL(request.url).searchParams.get('instance') || instanceKeyIn(request),
    )
    const response = await (instance instanceof EmulatorError
      ? primary.control(request, instance)
      : instance.control(request))
    if (onNotice && response.status >= 400) onNotice(await refusalLine(request, response.clone()))
    return response
  }, controlBytesMax)
  const respond = async (request: Request): Promise<Response> => {
    const instance = findInstance(instanceKeyIn(request))
    if (instance instanceof EmulatorError) return unknownInstanceResponse(instance)
    const response = await contextOf(instance.emulator).serve(request)
    const { emulator: asked } = instance
    if (response.status >= 400) onRefusal?.(asked.explain(response), instanceKeyOf(asked))
    if (onNotice) for (const line of unreadHints(contextOf(asked), response)) onNotice(line)
    if (onNotice && instance === primary) noticeUnreached(list(), onNotice)
    if (isStillToTell && isDeliveryDue(asked)) {
      isStillToTell = false
      console.warn(standingClockLine)
    }
    return response
  }
  const serve = (request: Request): Promise<Response> => withCors(request, respond)
  const serveKnown = withBodyLimit(serve, bodyBytesMax)
  const serveUnknown = withBodyLimit(serve, anonymousBytesMax)
  const service = (request: Request): Promise<Response> =>
    (isTokenKnown(request) ? serveKnown : serveUnknown)(request)
  function isTokenKnown(request: Request): boolean {
    const instance = findInstance(instanceKeyIn(request))
    if (instance instanceof EmulatorError) return false
    const context = contextOf(instance.emulator)
    const token = storedTokenOf(bearerTokenIn(request.headers), context.settings)
    return findIdentity(context, token) !== undefined
  }
  async function handle(request: Request): Promise<Response> {
    assertRequest(request)
    const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : undefined
    // Note: the control plane checks the host itself, and has its own form of errors.
    if (pathname !== undefined && isBelowBase(pathname, controlPrefix)) return control(request)
    const mountedPrefix = basePath + controlPrefix
    if (pathname !== undefined && isBelowBase(pathname, mountedPrefix))
      return withLinksBelow(basePath, await control(withoutBase(request, basePath)))
    const refusal = hostRefusal(request, serviceHosts)
    if (refusal) return serviceError(refusal.status, refusal.message)
    // Note: an image of a page on another host of this machine counts as foreign. A file tells it nothing.
    const file = pathname === undefined ? undefined : fileResponse(request, settings)
    if (file) return file
    const foreignPage = pageRefusal(request, serviceHosts)
    if (foreignPage) return serviceError(403, foreignPage)
    if (pathname === undefined) return serviceError(400, 'The URL of the request is not valid.')
    if (isBelowBase(pathname, basePath)) return service(request)
    return unknownPathResponse(emulator, request)
  }
  return Object.assign(handle, {
    close() {
      primary.control.close()
      for (const key of instances.keys()) removeInstance(key)
    },
  })
}

const standingClockLine =
  "A delivery is due, and the clock of the emulator stands still. In an app, create it with `clock: 'system'`; in a script, call `await emulator.settle()`."

const isDeliveryDue = (emulator: Emulator): boolean =>
  contextOf(emulator)
    .clock.pending()
    .some(({ kind }) => kind === startQueuedTask)

/** Throws for a call as that of a route: a framework calls an export that should be the result of `createHandler`. */
function assertNoRoute(emulator: unknown): void {
  if (!(emulator instanceof Request)) return
  throw new EmulatorError('not_an_emulator', {
    action: 'create a handler',
    reason: 'the argument is a `Request`',
    advice:
      'Export the handler, and not `createHandler`: `export const GET = createHandler(emulator)`.',
  })
}

/** Tells of the instances without a call after one that has no token of an instance: the code under test may have another one. */
function noticeUnreached(instances: readonly Emulator[], notice: (line: string) => void): void {
  for (const instance of instances) {
    if (contextOf(instance).journal.entries().some(isRequest)) continue
    notice(
      `A call has no token of an instance, and the instance "${instanceKeyOf(instance)}" got none. Give its token to the code under test.`,
    )
  }
}

/** A refused call of the control plane as a line. */
async function refusalLine({ method, url }: Request, response: Response): Promise<string> {
  const { error } = (await response.json()) as { readonly error?: { readonly message?: string } }
  return `${response.status} ${method} ${new URL(url).pathname}: ${error?.message ?? 'refused'}`
}

/** The request to the control plane below the path of the service, as a framework sends it whose route is that path. */
function withoutBase(request: Request, basePath: string): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(basePath.length)
  return new Request(url, request)
}

/** The page of the inspector with the links of its files below the path of the service. */
async function withLinksBelow(basePath: string, response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const page = await response.text()
  const { status, headers } = response
  const links = page.replaceAll(`"${controlPrefix}/`, `"${basePath}${controlPrefix}/`)
  return new Response(links, { status, headers })
}

/** Whether the handler of an emulator answers a path. A host that shares the address passes other paths on. */
export function handlesPath(emulator: Emulator, pathname: string): boolean {
  return (
    isBelowBase(pathname, controlPrefix) ||
    isBelowBase(pathname, contextOf(emulator).settings.basePath)
  )
}

/** The response to a call with an unknown instance key. No journal records the call. */
const unknownInstanceResponse = ({ message }: EmulatorError): Response => serviceError(422, message)

function tooManyInstances(): EmulatorError {
  return new EmulatorError('too_many_instances', {
    action: 'create an instance',
    reason: `the server already has ${instancesMax} instances`,
    advice: 'Close the instances that no test uses: DELETE /_emulator/instances/KEY.',
  })
}
