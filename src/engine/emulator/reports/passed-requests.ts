/** Stores and describes the requests that went past the emulator. */
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import { isBelowBase } from '../base-url.ts'
import type { EmulatorContext } from '../context.ts'
import type { PassedRequest } from '../passed-request.ts'

/** The maximum number of stored requests. */
const passedRequestsMax = 100

/** How a URL outside a base URL relates to it: by its host, by its path, or not at all. */
type BaseRelation = 'host' | 'path' | 'none'

function relationTo(baseUrl: string, url: string): BaseRelation {
  const [base, other] = [new URL(baseUrl), new URL(url)]
  if (other.host === base.host) return 'host'
  const basePath = base.pathname.replace(/\/$/, '')
  return basePath !== '' && isBelowBase(other.pathname, basePath) ? 'path' : 'none'
}

/**
 * Returns whether a URL looks like a wrong base URL: it has the host or the path of the base URL. A page
 * loads its assets from its own host, so there the first segment of the path must be equal too.
 */
export function isNearBase(baseUrl: string, url: string): boolean {
  const { host, pathname } = new URL(baseUrl)
  const isPageHost = (globalThis as { location?: { host?: string } }).location?.host === host
  const firstSegment = (path: string): string | undefined => path.split('/')[1]
  return isPageHost
    ? new URL(url).host === host && firstSegment(new URL(url).pathname) === firstSegment(pathname)
    : relationTo(baseUrl, url) !== 'none'
}

/** Stores a request once. Returns whether it is new. */
export function addPassedRequest(
  { passedRequests }: EmulatorContext,
  request: PassedRequest,
): boolean {
  const isKnown = passedRequests.some(
    ({ method, url }) => method === request.method && url === request.url,
  )
  if (isKnown || passedRequests.length >= passedRequestsMax) return false
  passedRequests.push(request)
  return true
}

/** The reason and the advice of an error about a request that went past the emulator. */
function describePassedRequest(
  { settings, router }: EmulatorContext,
  { method, url }: Pick<PassedRequest, 'method' | 'url'>,
): { readonly reason: string; readonly advice: string } {
  const { baseUrl, basePath } = settings
  const { host, pathname } = new URL(url)
  const relation = relationTo(baseUrl, url)
  const reason = {
    host: `\`${pathname}\` is not below \`${basePath}\``,
    path: `the host \`${host}\` is not \`${new URL(baseUrl).host}\``,
    none: `it is not below \`${baseUrl}\``,
  }[relation]
  // Note: another version in the path has as many segments as the base path.
  const baseDepth = basePath.split('/').filter(Boolean).length
  const tail = `/${pathname.split('/').filter(Boolean).slice(baseDepth).join('/')}`
  const nearest = relation === 'none' ? undefined : router.nearest(method, tail)[0]
  const suggestion = nearest && `Did you mean ${nearest.method} ${baseUrl}${nearest.path}?`
  return { reason, advice: suggestion ?? `Configure the code under test with \`${baseUrl}\`.` }
}

/** The error that fails a test whose requests failed because they went past the emulator. */
export function describeFailedPasses(context: EmulatorContext): EmulatorErrorDetails | undefined {
  const [first, ...others] = context.passedRequests.filter(({ strategy }) => strategy === 'error')
  if (!first) return undefined
  const { reason, advice } = describePassedRequest(context, first)
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return {
    action: `intercept ${first.method} ${first.url}${more}`,
    reason,
    advice: `${advice} Set \`onUnhandledRequest: "bypass"\` if the request is correct.`,
  }
}

/** Throws if a request failed because it went past the emulator. */
export function assertNoFailedPasses(details: EmulatorErrorDetails | undefined): void {
  if (details) throw new EmulatorError('passed_request', details)
}

/** The requests that went past the emulator, as lines of a failure report. */
export function passedRequestLines(context: EmulatorContext): string[] {
  if (context.passedRequests.length === 0) return []
  return [
    'Requests that went past the emulator:',
    ...context.passedRequests.map((request) => passedRequestLine(context, request)),
  ]
}

export function passedRequestLine(
  context: EmulatorContext,
  request: Pick<PassedRequest, 'method' | 'url'>,
): string {
  const { reason, advice } = describePassedRequest(context, request)
  return `${request.method} ${request.url}: ${reason}. ${advice}`
}
