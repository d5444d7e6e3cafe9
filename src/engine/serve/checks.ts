/** The checks of a request before its operation: its token, its rate, its route and flag, and its scopes. */
import { Problem } from '../define/problems.ts'
import { quoteValue } from '../errors/argument-checks.ts'
import { askedAct } from './asked-act.ts'
import type { Check, Call, ServeContext } from './call.ts'
import {
  bearer,
  endsWithOwner,
  refusalStatus,
  unknownToken,
  fixedWindow,
  oneClient,
  perAddress,
  perToken,
  retryAfterSeconds,
  documentedFlags,
  flagNeeded,
  flagOff,
  headAsGet,
  unknownPath,
  updateByPatch,
  missingScope,
  scopesApply,
} from './behaviours.ts'
import type { WindowKind } from './rate-limiter.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import { type RouteMatch, toOperationMethod } from './router.ts'
import type { Tx } from '../define/tx.ts'

const alternativeStatuses: Readonly<Record<string, number>> = { '401': 401, '404': 404 }

/** The token that a request sends; empty if it sends none. */
export function bearerTokenIn(headers: Pick<Headers, 'get'>): string {
  const header = headers.get('authorization') ?? ''
  return header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : ''
}

export const identify: Check = (call, context) => {
  call.behaviours.add(bearer)
  const token = bearerTokenIn(call.request.headers)
  call.identity = token === '' ? undefined : context.findIdentity(token)
  call.entry.exchange.identity = call.identity
}

export const requireIdentity: Check = (call, { alternatives, settings }) => {
  if (call.identity) return
  call.behaviours.add(refusalStatus)
  call.behaviours.add(unknownToken)
  if (bearerTokenIn(call.request.headers) !== '') call.behaviours.add(endsWithOwner)
  throw new Problem(alternativeStatuses[alternatives().get(unknownToken.id) ?? ''] ?? 403, {
    reason: rejectionReason(call.request.headers.get('authorization'), settings.instanceKey),
    behaviour: unknownToken,
  })
}

/** A header with the text of a value that is no token. */
const unsetToken = /^bearer\s+(undefined|null|\[object \w+\]|NaN)$/i

const doubledScheme = 'the header has "Bearer" twice: send "Authorization: Bearer <token>"'
const missingScheme = 'the scheme is missing: a token is sent as "Authorization: Bearer <token>"'

/** Whether a call was refused for the form of its header, and not for its token. */
export const isMalformedToken = (header: string, reason: string | undefined): boolean =>
  unsetToken.test(header) || reason === doubledScheme || reason === missingScheme

function rejectionReason(header: string | null, instanceKey: string): string {
  if (header === null) return 'no token was sent'
  if (/^bearer\s+bearer\b/i.test(header)) return doubledScheme
  const otherKey = /^bearer\s+([^~]+)~/i.exec(header)?.[1]
  if (otherKey !== undefined && otherKey !== instanceKey)
    return `the token is of another emulator, with the key ${quoteValue(otherKey)}: send \`emulator.headers\``
  const unset = unsetToken.exec(header)?.[1]
  if (unset !== undefined) return `the token is the text "${unset}": its value is not set`
  if (/^bearer(\s|$)/i.test(header))
    return 'the token is unknown, its owner was deleted, or a reset removed it'
  return missingScheme
}

/** The address of a request without `x-forwarded-for`. */
const defaultAddress = '127.0.0.1'

export const enforceRateLimit: Check = (call, { rateLimiter, now, alternatives }) => {
  call.behaviours.add(call.identity ? perToken : perAddress)
  call.behaviours.add(fixedWindow)
  const rate = { client: rateLimitKey(call), windowStart: 0, windowUse: 0 }
  call.entry.exchange.rate = rate
  const kind = (alternatives().get(fixedWindow.id) as WindowKind | undefined) ?? 'fixed'
  const retryAfter = rateLimiter.count(rate.client, now(), kind, rate)
  if (retryAfter === undefined) return
  call.behaviours.add(retryAfterSeconds)
  throw new Problem(429, {
    headers: { 'retry-after': String(retryAfter) },
    reason: `the limit of requests is reached; the next request is accepted in ${retryAfter} s`,
    behaviour: call.identity ? perToken : perAddress,
  })
}

function rateLimitKey({ identity, request, behaviours }: Call): string {
  if (identity?.application) return `application ${identity.application}`
  if (identity) return `token ${identity.token}`
  const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  if (!forwarded) behaviours.add(oneClient)
  return `address ${forwarded || defaultAddress}`
}

/** True if the URL of a call contains the path of the base URL twice. */
export const hasDoubledBasePath = (basePath: string, path: string): boolean =>
  basePath !== '' && path.startsWith(`${basePath}/`)

/** The start of a path that a base URL without a path lacks, if the rest is that of an operation. */
function missingBasePath(
  basePath: string,
  path: string,
  isPath: (rest: string) => boolean,
): string | undefined {
  if (basePath !== '') return undefined
  const starts = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return starts.find((start) => start !== '' && isPath(path.slice(start.length)))
}

/** The operation of a call, or what tells why there is none. */
function lookUpRoute(
  { method, path, url: { origin } }: Call,
  { router, alternatives, settings: { basePath }, catalog: { acts } }: ServeContext,
): RouteMatch | UnknownRoute {
  const isPatchRejected = method === 'PATCH' && alternatives().has(updateByPatch.id)
  const routed = isPatchRejected ? method : toOperationMethod(method)
  const found = router.find(routed, path)
  if (found) return found
  const hasDoubledBase = hasDoubledBasePath(basePath, path)
  const near = router.nearest(routed, hasDoubledBase ? path.slice(basePath.length) : path)
  // Note: the method alone may be wrong, as in GET /invoices/1/open.
  const isNamed = near.some((each) => each.path.endsWith(path.slice(path.lastIndexOf('/'))))
  const meant =
    method === 'POST'
      ? router.find(/\/\d+$/.test(path) ? 'PUT' : 'POST', path.replace(/\/(create|new|add)$/, ''))
      : undefined
  // Note: the name of the resource alone may be wrong, as in POST /user.
  const isList = !path.includes('/', 1) && near.some((each) => each.method === routed)
  const act = isNamed || isList || meant ? undefined : askedAct(acts.keys(), { method, path })
  const missing = missingBasePath(basePath, path, (rest) => router.find(routed, rest) !== undefined)
  const hint = hasDoubledBase
    ? `, because the URL contains ${basePath} twice`
    : missing
      ? `, because the base URL is ${origin}, and not ${origin}${missing}`
      : act && `: an administrator does it, POST /_emulator/acts/${act} here`
  const nearest = act || missing ? [] : meant ? [meant.operation] : near
  return {
    operation: undefined,
    reason: `there is no operation ${method} ${path}${hint ?? ''}`,
    details: { nearest: nearest.map((each) => `${each.method} ${each.path}`) },
  }
}

interface UnknownRoute {
  readonly operation: undefined
  readonly reason: string
  readonly details: { readonly nearest: readonly string[] }
}

/** A call that was refused before its route was checked, and that no operation matches; else undefined. */
export function unknownRouteOf(
  call: Call,
  refusal: Problem,
  context: ServeContext,
): UnknownRoute | undefined {
  if (call.operation || refusal.details.nearest) return undefined
  const route = lookUpRoute(call, context)
  return route.operation ? undefined : route
}

export const matchRoute: Check = (call, context) => {
  if (call.method === 'PATCH') call.behaviours.add(updateByPatch)
  if (call.method === 'HEAD') call.behaviours.add(headAsGet)
  const route = lookUpRoute(call, context)
  if (!route.operation) {
    call.behaviours.add(unknownPath)
    const { reason, details } = route
    throw new Problem(404, { reason, behaviour: unknownPath, details })
  }
  call.operation = route.operation
  call.params = route.params
}

export const requireFlag: Check = (call, { flags, alternatives }) => {
  const { flag: documentedFlag, flagInReference } = call.operation as CatalogOperation
  if (documentedFlag !== flagInReference) call.behaviours.add(documentedFlags)
  const flag = alternatives().has(documentedFlags.id) ? flagInReference : documentedFlag
  if (flag === undefined) return
  call.behaviours.add(flagNeeded)
  if (flags()[flag]) return
  call.behaviours.add(flagOff)
  throw new Problem(alternatives().has(flagOff.id) ? 403 : 404, {
    reason: `the flag "${flag}" is off`,
    behaviour: flagOff,
    details: { flagOff: flag },
  })
}

export function authorize(call: Call, tx: Tx): void {
  const acceptedScopeSets = call.operation?.scopes.requirement(tx, call.input as never) ?? []
  tx.logBehaviour(scopesApply)
  const heldScopes = call.identity?.scopes
  const usedScopes = acceptedScopeSets.find((set) => set.every((scope) => heldScopes?.has(scope)))
  if (usedScopes) {
    call.entry.exchange.usedScopes = usedScopes
    return
  }
  const status = tx.assumes(missingScope) ? 403 : 404
  const scopeList = acceptedScopeSets.map((set) => set.join(' and ')).join(', or ')
  throw new Problem(status, {
    reason: `the token lacks ${scopeList}`,
    behaviour: missingScope,
    details: {
      missingScopes: acceptedScopeSets.map((set) => set.filter((scope) => !heldScopes?.has(scope))),
    },
  })
}
