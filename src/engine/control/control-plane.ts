/**
 * The control plane: routes under `/_emulator` that control a running emulator with JSON. It accepts
 * requests from this machine only, and from pages of its own origin only.
 */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem, problemReason } from '../define/problems.ts'
import { EmulatorError } from '../errors/errors.ts'
import { aliasedName, type NameAliases, nearestName } from '../errors/near-names.ts'
import type { Catalog } from '../model/catalog.ts'
import { contextOf } from '../emulator/emulator.ts'
import { hostRefusal } from './host-check.ts'
import { actRoutes } from './act-routes.ts'
import { deliveryRoutes, liveRoutes } from './inspector-routes.ts'
import { receiveBody, RouteQuery, type ControlRoutes } from './route.ts'
import { faultRoutes } from './fault-routes.ts'
import { givenRoutes } from './given-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { savedWorldBody, worldFileRoutes } from './world-file-routes.ts'
import { assumptionReportRoutes } from './assumption-report-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { type AddInstance, snapshotRoutes } from './snapshot-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { journalRoutes } from './journal-routes.ts'
import { tableRoutes } from './table-routes.ts'
import { evidenceRoutes } from './evidence-routes.ts'
import { jsonMethods } from '../emulator/json-methods.ts'
import { controlPrefix } from './control-prefix.ts'
import { argumentsBody, methodRoutes } from './method-routes.ts'
import { receiverRoutes } from './receiver-routes.ts'
import { advanceBody, clockRoutes } from './clock-routes.ts'
import { createEventStream } from './views/event-stream.ts'
import { createClockPlayer } from './views/clock-player.ts'

export interface ControlPlane {
  /** Answers a request. An `instanceError` is returned to permitted clients instead of the result. */
  (request: Request, instanceError?: EmulatorError): Promise<Response>
  /** Closes the event streams and stops the clock player. */
  close(): void
}

type CatalogResources = Catalog['resources']

/** The routes that the host adds, and its function that adds an instance. */
interface ControlHost {
  readonly routes: ControlRoutes
  readonly addInstance: AddInstance
  /** The hosts that requests may name besides this machine. */
  readonly allowedHosts: ReadonlySet<string>
}

export function createControlPlane(
  emulator: Emulator,
  { routes: hostRoutes, addInstance, allowedHosts }: ControlHost,
): ControlPlane {
  const player = createClockPlayer(emulator)
  const live = createEventStream(emulator, player)
  const routes: ControlRoutes = {
    ...hostRoutes,
    ...stateRoutes(emulator),
    ...worldFileRoutes(emulator),
    ...journalRoutes(emulator),
    ...assumptionReportRoutes(emulator),
    ...usageRoutes(emulator),
    ...clockRoutes(emulator),
    ...snapshotRoutes(emulator, addInstance),
    ...settingsRoutes(emulator),
    ...actRoutes(emulator),
    ...faultRoutes(emulator),
    ...givenRoutes(emulator),
    ...methodRoutes(emulator),
    ...receiverRoutes(emulator),
    ...evidenceRoutes(emulator),
    ...tableRoutes(emulator),
    ...deliveryRoutes(emulator),
    ...liveRoutes(emulator, live, player),
    /** Lists the routes. */
    'GET routes': () => Object.keys(routes),
  }
  const bodies = new Map([
    [routes['PUT world'], savedWorldBody],
    [routes['POST clock'], advanceBody],
    [routes['POST methods/:id'], argumentsBody],
  ])
  const resources = contextOf(emulator).catalog.resources
  /** What a call of a read with a query means that the read does not have. */
  const adviceFor = (path: string): string =>
    routes[`POST ${path}`] ? `POST ${path} takes a JSON body.` : 'The route takes no query.'
  async function control(request: Request, instanceError?: EmulatorError): Promise<Response> {
    const foreign = hostRefusal(request, allowedHosts)
    if (foreign) return jsonResponse(foreign.status, errorBody('forbidden', foreign.message))
    const url = new URL(request.url)
    const refusal = originRefusal(request, url)
    if (refusal) return jsonResponse(403, errorBody('forbidden', refusal))
    if (instanceError) return errorResponse(instanceError)
    try {
      const { route, id } = findRoute(routes, request.method, url.pathname, resources)
      const body = await receiveBody(request, bodies.get(route))
      const path = url.pathname.slice(controlPrefix.length + 1)
      const call = `${request.method} ${path}`
      if (route.length === 0) assertNoBody(call, body)
      const query = new RouteQuery(url.search)
      const isRead = request.method === 'GET'
      // Note: only reads have query keys, and a read changes nothing before its keys are known.
      if (!isRead) query.assertAsked(call, 'Send it in the JSON body.')
      const result = (await route({ body, id, query, request })) ?? {}
      if (!isRead) live.announceChange()
      else if (!(result instanceof Response)) query.assertAsked(call, adviceFor(path))
      return jsonResponse(200, result)
    } catch (error) {
      return errorResponse(error)
    }
  }
  return Object.assign(control, {
    close() {
      player.stop()
      live.close()
    },
  })
}

/** Throws for a body that the route does not read. */
function assertNoBody(call: string, body: object): void {
  const names = Object.keys(body)
  if (names.length === 0) return
  throw new EmulatorError('surplus_argument', {
    action: `call ${call}`,
    reason: `its body has ${names.map((name) => `"${name}"`).join(', ')}`,
    advice: 'The route takes no body.',
  })
}

/** Returns why a request is refused: a page of another origin sent it. */
function originRefusal(request: Request, url: URL): string | undefined {
  const host = request.headers.get('host') ?? url.host
  const origin = request.headers.get('origin')
  if (origin && origin !== `${url.protocol}//${host}`) return `the origin ${origin} is not allowed`
  // Note: a request for an image or a script has no origin header, but it has this one.
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  const isNavigation =
    request.headers.get('sec-fetch-mode') === 'navigate' && request.method === 'GET'
  if (site === 'none' || site === 'same-origin' || isNavigation) return undefined
  return 'a page of another origin sent the request'
}

function findRoute(
  routes: ControlRoutes,
  method: string,
  pathname: string,
  resources: CatalogResources,
) {
  const path = pathname.slice(controlPrefix.length + 1).replace(/\/$/, '')
  const exact = routes[`${method} ${path}`]
  if (exact) return { route: exact, id: '' }
  const cut = path.lastIndexOf('/')
  const route = routes[`${method} ${path.slice(0, cut)}/:id`]
  if (route && cut > 0) return { route, id: decodePathPart(path.slice(cut + 1)) }
  throw new Problem(404, {
    message: `There is no route ${method} ${path}.${suggestRoute(routes, method, path, resources)}`,
  })
}

/** The paths for common guesses of a path. */
const pathAliases: NameAliases = {
  advance: 'clock',
  time: 'clock',
  now: 'clock',
  rows: 'tables',
  records: 'tables',
}

/** Suggests the route with the nearest path or first segment, preferably with a method of the same kind. */
function suggestRoute(
  routes: ControlRoutes,
  method: string,
  path: string,
  resources: CatalogResources,
): string {
  if (method === 'POST' && resources.has(path))
    return ` Did you mean POST given with {"resource":"${path}"}?`
  const known = Object.keys(routes).map((key) => key.split(' ') as [method: string, path: string])
  const withId = routeWithId(known, method, path)
  if (withId !== undefined) return ` Did you mean ${method} ${withId}?`
  const paths = new Set(known.map(([, each]) => each).filter(Boolean))
  const near =
    aliasedName(path, [...paths], pathAliases) ??
    pathOfThing(path, paths) ??
    nearestName(path, paths) ??
    nearestByTopic(path, paths)
  if (near === undefined && jsonMethods.some((each) => each === path))
    return ` Did you mean POST methods/${path}?`
  if (near === undefined) return ' GET routes lists all routes.'
  const methods = known.filter(([, each]) => each === near).map(([each]) => each)
  const isRead = method === 'GET'
  const alike = methods.find((each) => (each === 'GET') === isRead)
  const by = methods.includes(method) ? method : (alike ?? (methods[0] as string))
  return ` Did you mean ${by} ${near}?`
}

/** The path with the same method and the id of a wrong one: `acts/delete_user` for `act/delete_user`. */
function routeWithId(
  known: readonly (readonly [method: string, path: string])[],
  method: string,
  path: string,
): string | undefined {
  const [topic = '', id, ...more] = path.split('/')
  if (id === undefined || more.length > 0) return undefined
  const ofMethod = known.filter(([each]) => each === method).map(([, each]) => each)
  const topics = ofMethod.filter((each) => each.endsWith('/:id')).map((each) => each.slice(0, -4))
  const near = aliasedName(topic, topics, pathAliases) ?? nearestName(topic, topics)
  return near && `${near}/${id}`
}

/** The path whose first segment is the nearest, such as `clock` for `clocks/advance`. */
function nearestByTopic(path: string, paths: Iterable<string>): string | undefined {
  const topicOf = (each: string): string => each.split('/')[0] as string
  const topic = nearestName(topicOf(path), new Set([...paths].map(topicOf)))
  return [...paths].find((each) => topicOf(each) === topic)
}

/** The path of one thing for that of its action, such as `snapshots/:id` for `snapshots/1/restore`. */
function pathOfThing(path: string, paths: ReadonlySet<string>): string | undefined {
  const [topic = '', , action] = path.split('/')
  return action !== undefined && paths.has(`${topic}/:id`) ? `${topic}/:id` : undefined
}

function decodePathPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Problem(400, { message: `"${text}" in the path is not correctly percent-encoded.` })
  }
}

function errorResponse(error: unknown): Response {
  if (error instanceof Problem)
    return jsonResponse(error.status, errorBody('refused', problemReason(error)))
  if (error instanceof EmulatorError) return jsonResponse(422, errorBody(error.code, error.message))
  return jsonResponse(500, errorBody('failure', String(error)))
}

const errorBody = (code: string, message: string): object => ({ error: { code, message } })

function jsonResponse(status: number, value: unknown): Response {
  if (value instanceof Response) return value
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
}
