/**
 * The control plane: what a person or another process does to a running emulator, as JSON under
 * `/_emulator`. It answers nobody but this machine, and no page but its own.
 */
import { partsOf } from '../emulator.ts'
import type { Emulator, Snapshot } from '../emulator/face.ts'
import { runAct } from '../emulator/stage.ts'
import { Problem, reasonOf } from '../define/problems.ts'
import { formatDuration } from '../machine/duration.ts'
import { EmulatorError, nearest, unknownName } from '../machine/errors.ts'
import type { FlagsGiven } from '../model/flags.ts'
import { version } from '../version.ts'

export const controlPrefix = '/_emulator'

/** Snapshots kept for one server; one more, and the oldest is forgotten. */
export const snapshotsMax = 100

type Body = Readonly<Record<string, unknown>>
type Route = (body: Body, parameter: string) => unknown

export type Control = (request: Request) => Promise<Response>

export function createControl(emulator: Emulator): Control {
  const routes = routesFor(emulator)
  return async (request) => {
    const url = new URL(request.url)
    const refusal = foreign(request, url)
    if (refusal) return json(403, errorBody('forbidden', refusal))
    try {
      const { route, parameter } = find(routes, request.method, url.pathname)
      return json(200, (await route(await readBody(request), parameter)) ?? {})
    } catch (error) {
      return failure(error)
    }
  }
}

function routesFor(emulator: Emulator): Record<string, Route> {
  const snapshots = new Map<string, Snapshot>()
  let taken = 0
  return {
    'GET health': () => ({ status: 'ok', version, now: emulator.now().toISOString() }),
    'GET state': () => stateOf(emulator),
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    'POST clock': async (body) => ({
      ...(await moveClock(emulator, body)),
      pending: emulator.pending(),
    }),
    'POST tokens': (body) => ({ token: mint(emulator, body) }),
    'POST flags': (body) => (emulator.setFlags(flagsIn(body)), emulator.flags),
    'POST acts/:id': (body, id) => runAct(partsOf(emulator), id, body),
    'GET journal': () => emulator.journal,
    'GET webhooks/:id'(_, id) {
      const webhook = emulator.webhook(id)
      if (!webhook) throw new Problem(404, { message: `There is no webhook ${id}.` })
      return webhook
    },
    'POST snapshots'() {
      taken += 1
      const id = `snapshot-${taken}`
      snapshots.set(id, emulator.snapshot())
      if (snapshots.size > snapshotsMax) snapshots.delete(snapshots.keys().next().value as string)
      return { id }
    },
    'PUT snapshots/:id'(_, id) {
      const snapshot = snapshots.get(id)
      if (!snapshot) throw unknownName('snapshot', id, snapshots.keys())
      emulator.restore(snapshot)
      return { now: emulator.now().toISOString() }
    },
  }
}

function stateOf(emulator: Emulator): object {
  const { store, catalog } = partsOf(emulator)
  const names = [...catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const counts = Object.fromEntries(names.map((name) => [name, store.size(name)]))
  return { now: emulator.now().toISOString(), seed: emulator.seed, flags: emulator.flags, counts }
}

function moveClock(emulator: Emulator, body: Body): Promise<object> {
  const { advance, to } = insistOnKeys(body, ['advance', 'to'])
  if (typeof to === 'string') return emulator.advanceTo(to)
  if (typeof advance === 'string' || typeof advance === 'number') return emulator.advance(advance)
  throw new EmulatorError('bad_body', {
    could: 'move the clock',
    because: 'neither "advance" nor "to" was sent',
    advice: `Send {"advance":"${formatDuration(300_000)}"} or {"to":"2026-03-01T09:00:00.000Z"}.`,
  })
}

function mint(emulator: Emulator, body: Body): string {
  const { scopes, application, user_id } = insistOnKeys(body, ['scopes', 'application', 'user_id'])
  const isTexts = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
  if (scopes !== undefined && !isTexts) {
    throw new EmulatorError('bad_body', {
      could: 'mint a token',
      because: '"scopes" is no list of texts',
      advice: 'Send {"scopes":["courses:read"]}.',
    })
  }
  return emulator.mintToken({
    ...(isTexts && { scopes: scopes as string[] }),
    ...(typeof application === 'string' && { application }),
    ...(typeof user_id === 'number' && { user: user_id }),
  })
}

function flagsIn(body: Body): FlagsGiven {
  const wrong = Object.entries(body).find(([, value]) => typeof value !== 'boolean')
  if (!wrong) return body as FlagsGiven
  throw new EmulatorError('bad_body', {
    could: 'switch flags',
    because: `"${wrong[0]}" is neither true nor false`,
  })
}

function insistOnKeys<K extends string>(
  body: Body,
  keys: readonly K[],
): Partial<Record<K, unknown>> {
  for (const key of Object.keys(body)) {
    if (!keys.includes(key as K)) throw unknownName('key', key, keys, 'read the body')
  }
  return body as Partial<Record<K, unknown>>
}

/** Why a request is refused: a page of another origin sent it, or it came by another name. */
function foreign(request: Request, url: URL): string | undefined {
  const host = request.headers.get('host') ?? url.host
  if (!/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)) {
    return `the host ${host} is not this machine`
  }
  const origin = request.headers.get('origin')
  return origin && origin !== `${url.protocol}//${host}`
    ? `the origin ${origin} is another`
    : undefined
}

function find(routes: Record<string, Route>, method: string, pathname: string) {
  const path = pathname.slice(controlPrefix.length + 1).replace(/\/$/, '')
  const exact = routes[`${method} ${path}`]
  if (exact) return { route: exact, parameter: '' }
  const cut = path.lastIndexOf('/')
  const route = routes[`${method} ${path.slice(0, cut)}/:id`]
  if (route && cut > 0) return { route, parameter: decodeURIComponent(path.slice(cut + 1)) }
  const near = nearest(`${method} ${path}`, Object.keys(routes))
  throw new Problem(404, {
    message: `There is no ${method} ${path} here.${near ? ` Did you mean ${near}?` : ''}`,
  })
}

async function readBody(request: Request): Promise<Body> {
  const text = await request.text()
  if (text === '') return {}
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body
  throw new Problem(400, { message: 'The body is no JSON object.' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failure(error: unknown): Response {
  if (error instanceof Problem) return json(error.status, errorBody('refused', reasonOf(error)))
  if (error instanceof EmulatorError) return json(422, errorBody(error.code, error.message))
  return json(500, errorBody('failure', String(error)))
}

const errorBody = (code: string, message: string): object => ({ error: { code, message } })

function json(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
}
