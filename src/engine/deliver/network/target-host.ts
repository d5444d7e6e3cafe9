/** Decides which URLs a delivery may reach over the network. */
import { isLoopbackName } from '../../errors/host-names.ts'

/**
 * Returns why a URL is not allowed; undefined for a URL of this machine or of an allowed host. A delivery
 * never leaves the machine unless its user names the host: also not for private and link-local addresses.
 */
export function targetRefusal(url: string, deliverTo: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(url)) return 'the URL is not valid'
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `the scheme ${protocol.slice(0, -1)} is not http or https`
  }
  if (username !== '' || password !== '') return 'the URL contains credentials'
  if (isLoopbackName(hostname) || deliverTo.has(hostname)) return undefined
  return `the host ${hostname} is not in deliverTo`
}
