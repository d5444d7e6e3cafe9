/**
 * The control plane: what a person or another process does to a running emulator, as JSON under
 * `/_emulator`. It answers nobody but this machine, and no page but its own.
 */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem, reasonOf } from '../define/problems.ts'
import { EmulatorError, nearest } from '../machine/errors.ts'
import { actingRoutes } from './act-routes.ts'
import { deliveryRoutes, liveRoutes, pageRoutes, switchRoutes } from './inspector-routes.ts'
import { readBody, type Routes } from './route.ts'
import { faultRoutes } from './fault-routes.ts'
import { givenRoutes } from './given-routes.ts'
import { scenarioRoutes } from './scenario-routes.ts'
import { settingRoutes } from './settings-routes.ts'
import { savingRoutes } from './world-file-routes.ts'
import { relyingRoutes } from './assumption-report-routes.ts'
import { type EnterWorld, snapshotRoutes } from './snapshot-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { tellingRoutes } from './journal-routes.ts'
import { tableRoutes } from './table-routes.ts'
import { timeRoutes } from './clock-routes.ts'
import { createLive } from '../inspector/api/event-stream.ts'
import { createPlayer } from '../inspector/api/clock-player.ts'

export const controlPrefix = '/_emulator'

export interface Control {
  /** What keeps the request from being answered, if anything does, is told to whom may ask at all. */
  (request: Request, refused?: EmulatorError): Promise<Response>
  /** Ends what it keeps going: streams of events, a clock that is played. */
  close(): void
}

/** What the mount has to offer: routes of its own, and a place for worlds beside this one. */
export interface Mount {
  readonly routes: Routes
  readonly enter: EnterWorld
}

/** An emulator that stands alone: no routes of a mount, and nowhere to put another world. */
const alone: Mount = {
  routes: {},
  enter() {
    throw new EmulatorError('no_worlds', {
      could: 'put a world beside this one',
      because: 'this emulator stands alone at its address',
      advice: 'Mount it with `createHandler`.',
    })
  },
}

export function createControl(emulator: Emulator, { routes: more, enter }: Mount = alone): Control {
  const player = createPlayer(emulator)
  const live = createLive(emulator, player)
  const routes: Routes = {
    ...more,
    ...pageRoutes(),
    ...stateRoutes(emulator),
    ...savingRoutes(emulator),
    ...tellingRoutes(emulator),
    ...relyingRoutes(emulator),
    ...timeRoutes(emulator),
    ...scenarioRoutes(emulator),
    ...snapshotRoutes(emulator, enter),
    ...settingRoutes(emulator),
    ...actingRoutes(emulator),
    ...faultRoutes(emulator),
    ...givenRoutes(emulator),
    ...switchRoutes(emulator),
    ...tableRoutes(emulator),
    ...deliveryRoutes(emulator),
    ...liveRoutes(emulator, live, player),
    'GET routes': () => Object.keys(routes),
  }
  async function control(request: Request, refused?: EmulatorError): Promise<Response> {
    const url = new URL(request.url)
    const refusal = foreign(request, url)
    if (refusal) return json(403, errorBody('forbidden', refusal))
    if (refused) return failure(refused)
    try {
      const { route, id } = find(routes, request.method, url.pathname)
      return json(200, (await route(await readBody(request), id, request)) ?? {})
    } catch (error) {
      return failure(error)
    }
  }
  return Object.assign(control, {
    close() {
      player.stop()
      live.close()
    },
  })
}

/** Why a request is refused: a page of another origin sent it, or it came by another name. */
function foreign(request: Request, url: URL): string | undefined {
  const host = request.headers.get('host') ?? url.host
  if (!/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)) {
    return `the host ${host} is not this machine`
  }
  const origin = request.headers.get('origin')
  if (origin && origin !== `${url.protocol}//${host}`) return `the origin ${origin} is another`
  // Note: a picture or a script asked for by another page names no origin, but says from where it is.
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  const isVisit = request.headers.get('sec-fetch-mode') === 'navigate' && request.method === 'GET'
  if (site === 'none' || site === 'same-origin' || isVisit) return undefined
  return 'a page of another origin asked for it'
}

function find(routes: Routes, method: string, pathname: string) {
  const path = pathname.slice(controlPrefix.length + 1).replace(/\/$/, '')
  const exact = routes[`${method} ${path}`]
  if (exact) return { route: exact, id: '' }
  const cut = path.lastIndexOf('/')
  const route = routes[`${method} ${path.slice(0, cut)}/:id`]
  if (route && cut > 0) return { route, id: decoded(path.slice(cut + 1)) }
  throw new Problem(404, {
    message: `There is no ${method} ${path} here.${meant(routes, method, path)}`,
  })
}

/** The nearest path that there is, by the same method if it has that one. */
function meant(routes: Routes, method: string, path: string): string {
  const known = Object.keys(routes).map((key) => key.split(' ') as [method: string, path: string])
  const near = nearest(path, new Set(known.map(([, each]) => each).filter(Boolean)))
  if (near === undefined) return ''
  const methods = known.filter(([, each]) => each === near).map(([each]) => each)
  const by = methods.includes(method) ? method : (methods[0] as string)
  return ` Did you mean ${by} ${near}?`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Problem(400, { message: `"${text}" in the path is not encoded as a text.` })
  }
}

function failure(error: unknown): Response {
  if (error instanceof Problem) return json(error.status, errorBody('refused', reasonOf(error)))
  if (error instanceof EmulatorError) return json(422, errorBody(error.code, error.message))
  return json(500, errorBody('failure', String(error)))
}

const errorBody = (code: string, message: string): object => ({ error: { code, message } })

function json(status: number, value: unknown): Response {
  if (value instanceof Response) return value
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
}
