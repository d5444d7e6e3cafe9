/** Gives an answer that was lost the form that it has on a socket: a connection that breaks. */
import type { Socket } from 'node:net'

/** A request that came over a socket of Node, as srvx hands it on. */
interface SocketRequest extends Request {
  readonly runtime?: { readonly node?: { readonly req: { readonly socket: Socket } } }
}

type SocketFetchHandler = (request: Request) => Promise<Response>

/** The handler, for a server on Node: where it gives `Response.error()`, the socket is reset. */
export function withConnectionReset(handle: SocketFetchHandler): SocketFetchHandler {
  return async (request) => {
    const response = await handle(request)
    if (response.type !== 'error') return response
    ;(request as SocketRequest).runtime?.node?.req.socket.resetAndDestroy()
    // Note: nobody reads it; the server wants something that it can write.
    return new Response(null)
  }
}
