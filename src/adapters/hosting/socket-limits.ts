/** The limits of the sockets of a server. A client that is slow or stops does not keep a socket. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'

export const socketLimits = {
  /** A connection that sent no complete header after this time is closed, in milliseconds. */
  headersTimeoutMs: 10_000,
  /** A connection that sent no complete request after this time is closed, in milliseconds. */
  requestTimeoutMs: 60_000,
  /** A connection whose client has data of a response left to read for this time is closed, in milliseconds. */
  responseTimeoutMs: 60_000,
  /** A connection without a further request is closed after this time, in milliseconds. */
  keepAliveTimeoutMs: 5_000,
  /** How often the timeouts are checked, in milliseconds. */
  checkIntervalMs: 1_000,
  /** The maximum number of open connections. A further connection is closed. */
  connectionsMax: 10_000,
}

export type SocketLimits = Readonly<typeof socketLimits>

/** The options of a Node server with these limits. */
export const nodeServerOptions = (limits: SocketLimits) => ({
  headersTimeout: limits.headersTimeoutMs,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  connectionsCheckingInterval: limits.checkIntervalMs,
})

/** Applies the limits of a server that listens. */
export function limitSockets(server: Server, limits: SocketLimits): void {
  server.maxConnections = limits.connectionsMax
  /** The open sockets, with the time since which each has data that its client does not read. */
  const sockets = new Map<Socket, number | undefined>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  function closeSlowReaders(): void {
    const now = monotonicNowMs()
    for (const [socket, unreadSince = now] of sockets) {
      // Note: a request that waits for the emulator has no unread data, however long it takes.
      if (now - unreadSince >= limits.responseTimeoutMs) socket.destroy()
      else sockets.set(socket, socket.writableLength > 0 ? unreadSince : undefined)
    }
  }
  const timer = setInterval(closeSlowReaders, limits.checkIntervalMs).unref()
  server.once('close', () => clearInterval(timer))
}
