/** The pages that may use a server: those of this machine and of allowed hosts. */
import { hostNameOf, isLoopbackName } from '../../engine/errors/host-names.ts'

/** The name of the host in an origin; empty for an origin that is not a page of a host. */
const hostNameIn = (origin: string): string =>
  hostNameOf(/^https?:\/\/([^/]*)$/.exec(origin)?.[1] ?? '') ?? ''

/** Whether an origin is a page of this machine. */
export const isLocalOrigin = (origin: string): boolean => isLoopbackName(hostNameIn(origin))

/**
 * Returns why a request of a page is refused before it leaves a trace; undefined for a page of this machine or
 * of an allowed host, and for a program.
 */
export function pageRefusal(
  { method, headers }: Request,
  allowedHosts: ReadonlySet<string>,
): string | undefined {
  const origin = headers.get('origin')
  if (origin !== null) {
    if (isLocalOrigin(origin) || allowedHosts.has(hostNameIn(origin))) return undefined
    if (origin === 'null')
      return 'the page has no origin, such as a file or about:blank: open it from a server of this machine'
    return `the origin ${origin} is not this machine; the option allowHosts permits it, in the command --allow-host`
  }
  // Note: a page sends these methods without an origin, and its browser shows it nothing of the response.
  const isRead = method === 'GET' || method === 'HEAD'
  const isForeign = headers.get('sec-fetch-site') === 'cross-site'
  if (!isRead || !isForeign || headers.has('authorization')) return undefined
  return 'a page of another site sent the request without a token'
}
