/** Resets the socket of a request whose response is lost. */
import type { Socket } from 'node:net'

/** A request with the Node socket that srvx adds to it. */
interface SocketRequest extends Request {
  readonly runtime?: { readonly node?: { readonly req: { readonly socket: Socket } } }
}

type SocketFetchHandler = (request: Request) => Promise<Response>

/** Wraps a handler for a Node server: if the handler returns `Response.error()`, the socket is reset. */
export function withConnectionReset(handle: SocketFetchHandler): SocketFetchHandler {
  return async (request) => {
    const response = await handle(request)
    if (response.type !== 'error') return response
    ;(request as SocketRequest).runtime?.node?.req.socket.resetAndDestroy()
    // Note: the client never receives this response, but the server needs one to write.
    return new Response(null)
  }
}
