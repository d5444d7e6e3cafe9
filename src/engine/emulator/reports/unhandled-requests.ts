/** Stores and describes unhandled requests: no emulator intercepted them, because their URL is not below a base URL. */
import { redactUrl } from '../../journal/redaction.ts'
import { isLoopbackName } from '../../errors/host-names.ts'
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import { isBelowBase } from '../base-url.ts'
import type { EmulatorContext } from '../context.ts'
import type { UnhandledRequest } from '../handlers.ts'

/** The maximum number of stored requests. */
const unhandledRequestsMax = 100

/** What a URL outside a base URL has in common with it: all but the scheme, the host, the path, or nothing. */
type BaseRelation = 'address' | 'host' | 'path' | 'none'

function relationTo(baseUrl: string, url: string): BaseRelation {
  const [base, other] = [new URL(baseUrl), new URL(url)]
  const basePath = base.pathname.replace(/\/$/, '')
  const hasHost = other.host === base.host
  if (hasHost && isBelowBase(other.pathname, basePath)) return 'address'
  if (hasHost) return 'host'
  return basePath !== '' && isBelowBase(other.pathname, basePath) ? 'path' : 'none'
}

/**
 * Returns whether a URL looks like a wrong base URL: it has the host or the path of the base URL. A page
 * loads its assets from its own host, so there the first segment of the path must be equal too.
 */
export function isNearBase(baseUrl: string, url: string): boolean {
  if (unsetBase.test(new URL(url).pathname)) return true
  const { host, pathname } = new URL(baseUrl)
  const isPageHost = (globalThis as { location?: { host?: string } }).location?.host === host
  const firstSegment = (path: string): string | undefined => path.split('/')[1]
  return isPageHost
    ? new URL(url).host === host && firstSegment(new URL(url).pathname) === firstSegment(pathname)
    : relationTo(baseUrl, url) !== 'none'
}

/** The path of a URL that was made from a base URL which is not set. */
const unsetBase = /^\/(undefined|null)(\/|$)/

/** Stores a request once. Returns whether it is new. */
export function addUnhandledRequest(
  { unhandledRequests }: EmulatorContext,
  request: UnhandledRequest,
): boolean {
  const isKnown = unhandledRequests.some(
    ({ method, url }) => method === request.method && url === request.url,
  )
  if (isKnown || unhandledRequests.length >= unhandledRequestsMax) return false
  unhandledRequests.push(request)
  return true
}

/** The reason and the advice of an error about an unhandled request. */
function describeUnhandledRequest(
  { settings, router }: EmulatorContext,
  { method, url }: Pick<UnhandledRequest, 'method' | 'url'>,
): { readonly reason: string; readonly advice: string } {
  const { baseUrl, basePath } = settings
  const { origin, host, hostname, pathname } = new URL(url)
  const relation = relationTo(baseUrl, url)
  const isOtherService = relation === 'none' && !unsetBase.test(pathname)
  const reason = {
    address: `it begins with \`${origin}\`, and the emulator answers \`${new URL(baseUrl).origin}\``,
    host: `\`${pathname}\` is not below \`${basePath}\``,
    path: `the host \`${host}\` is not \`${new URL(baseUrl).host}\``,
    none: isOtherService
      ? `it is not below \`${baseUrl}\``
      : `its base URL is not set: the path is \`${pathname}\``,
  }[relation]
  // Note: another version in the path has as many segments as the base path.
  const baseDepth = basePath.split('/').filter(Boolean).length
  const tail = `/${pathname.split('/').filter(Boolean).slice(baseDepth).join('/')}`
  const nearest = relation === 'none' ? undefined : router.nearest(method, tail)[0]
  if (nearest)
    return { reason, advice: `Did you mean ${nearest.method} ${baseUrl}${nearest.path}?` }
  if (isLoopbackName(hostname) && isOtherService)
    return {
      reason,
      advice: 'A request to this machine passes without `onUnhandledRequest`: leave it out.',
    }
  const configured = `Configure the code under test with \`${baseUrl}\``
  return isOtherService
    ? { reason, advice: `${configured} if it is for the service. Otherwise answer it with a mock.` }
    : { reason, advice: `${configured}.` }
}

/** The error that fails a test whose unhandled requests failed. */
export function describeFailedRequests(
  context: EmulatorContext,
  after = 0,
): EmulatorErrorDetails | undefined {
  const [first, ...others] = context.unhandledRequests
    .slice(after)
    .filter(({ strategy }) => strategy === 'error')
  if (!first) return undefined
  const { reason, advice } = describeUnhandledRequest(context, first)
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return {
    action: `intercept ${first.method} ${redactUrl(first.url)}${more}`,
    reason,
    advice: `${advice} Set \`onUnhandledRequest: "bypass"\` if the request is correct.`,
  }
}

/** Throws if a request failed because it was unhandled. */
export function assertNoFailedRequests(details: EmulatorErrorDetails | undefined): void {
  if (details) throw new EmulatorError('unhandled_request', details)
}

/** The unhandled requests, as lines of a failure report. */
export function unhandledRequestLines(context: EmulatorContext): string[] {
  if (context.unhandledRequests.length === 0) return []
  return [
    'Unhandled requests:',
    ...context.unhandledRequests.map((request) => unhandledRequestLine(context, request)),
  ]
}

export function unhandledRequestLine(
  context: EmulatorContext,
  request: Pick<UnhandledRequest, 'method' | 'url'>,
): string {
  const { reason, advice } = describeUnhandledRequest(context, request)
  return `${request.method} ${redactUrl(request.url)}: ${reason}. ${advice}`
}

/** The latest request of each emulator's process that went to another server of this machine. */
const localRequests = new WeakMap<EmulatorContext, string>()

/** Notes a request to this machine that no emulator intercepts: often one to the app under test. */
export const noteLocalRequest = (
  context: EmulatorContext,
  { method, url }: Pick<UnhandledRequest, 'method' | 'url'>,
): void => void localRequests.set(context, `${method} ${redactUrl(url)}`)

export const lastLocalRequest = (context: EmulatorContext): string | undefined =>
  localRequests.get(context)
