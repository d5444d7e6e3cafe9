/** The limits of the sockets of a server. A client that is slow or stops does not keep a socket. */

export interface SocketLimits {
  /** A connection that sent no complete header after this time is closed, in milliseconds. */
  readonly headersTimeoutMs: number
  /** A connection that sent no complete request after this time is closed, in milliseconds. */
  readonly requestTimeoutMs: number
  /** A connection without a further request is closed after this time, in milliseconds. */
  readonly keepAliveTimeoutMs: number
  /** How often the timeouts are checked, in milliseconds. */
  readonly checkIntervalMs: number
  /** The maximum number of open connections. A further connection is closed. */
  readonly connectionsMax: number
}

export const socketLimits: SocketLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
  checkIntervalMs: 1_000,
  connectionsMax: 10_000,
}

/** The options of a Node server with these limits. */
export const nodeServerOptions = (limits: SocketLimits) => ({
  headersTimeout: limits.headersTimeoutMs,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  connectionsCheckingInterval: limits.checkIntervalMs,
})
