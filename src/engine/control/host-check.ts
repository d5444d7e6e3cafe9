/**
 * Refuses requests whose `Host` header names another machine. A page whose name resolves to this machine (DNS
 * rebinding) cannot reach the emulator, because its requests have the name of the page.
 */
import { hostNameOf, isLoopbackName } from '../errors/host-names.ts'

/** Why a request is refused, and the status of the response. */
interface HostRefusal {
  readonly status: 400 | 403
  readonly message: string
}

/** Returns why the host of a request is refused; undefined for this machine and for allowed hosts. */
export function hostRefusal(
  request: Request,
  allowedHosts: ReadonlySet<string>,
): HostRefusal | undefined {
  const host = request.headers.get('host') ?? hostInUrl(request.url)
  const name = hostNameOf(host)
  if (name === undefined) return { status: 400, message: `the host "${host}" is not valid` }
  if (isLoopbackName(name) || allowedHosts.has(name)) return undefined
  return {
    status: 403,
    message: `the host ${host} is not this machine; the option allowHosts permits it, in the command --allow-host`,
  }
}

/** The host in a URL, or its text if the URL is invalid. */
const hostInUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
