/** Host names: reads them from headers and addresses, and recognizes the addresses of this machine. */

/**
 * Returns the normal form of a host with an optional port, without the port; undefined if it is invalid.
 *
 * @example
 * hostNameOf('LOCALHOST:4010') // 'localhost'
 * hostNameOf('127.999.0.1') // undefined
 */
export function hostNameOf(authority: string): string | undefined {
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(authority)) return undefined
  const url = `http://${authority}/`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Returns whether a host name in its normal form is an address of this machine: `localhost`, 127.0.0.0/8 or ::1. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  /^127(\.\d{1,3}){3}$/.test(hostname) ||
  hostname === '[::1]' ||
  /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname)

/** Returns the normal form of a host without a port, also of an IPv6 address without brackets. */
export const hostNameFrom = (host: string): string | undefined =>
  hostNameOf(host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
