/** The target of a Node request: its `Host` header names the host, also of a target with another one. */
import type { IncomingMessage } from 'node:http'

/** Removes the scheme and the host of a target such as `http://other.test/path`, so that no link names that host. */
export function dropTargetHost(request: Pick<IncomingMessage, 'url'>): void {
  const { url = '/' } = request
  if (url.startsWith('/') || !URL.canParse(url)) return
  const { pathname, search } = new URL(url)
  request.url = `${pathname.startsWith('/') ? '' : '/'}${pathname}${search}`
}
