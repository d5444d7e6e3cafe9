/** Sends requests to a process, over connections that are kept alive. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'

interface ProcessRequest {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface ProcessResponse {
  readonly status: number
  readonly body: string
}

export class ProcessClient {
  readonly #http = new HttpAgent({ keepAlive: true })
  readonly #https = new HttpsAgent({ keepAlive: true })
  #openCount = 0

  /** Closes the connections. The next request opens another one. */
  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }

  /** @throws Error if the process does not answer, or does not answer with HTTP */
  async send(sent: ProcessRequest): Promise<ProcessResponse> {
    this.#openCount += 1
    try {
      return await this.#attempt(sent)
    } finally {
      this.#openCount -= 1
    }
  }

  #attempt(sent: ProcessRequest): Promise<ProcessResponse> {
    const { url, method, headers, body, signal } = sent
    const isSecure = url.startsWith('https:')
    const agent = isSecure ? this.#https : this.#http
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, agent, signal, headers: { ...headers, ...length } }
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? httpsRequest : httpRequest)(url, options, (incoming) => {
        const { socket, statusCode: status = 0 } = incoming
        incoming.once('end', () => {
          // Note: a server with one thread that keeps this connection would not accept the waiting ones.
          if (this.#openCount > 1) socket.destroy()
        })
        buffer(incoming).then((bytes) => resolve({ status, body: bytes.toString('utf8') }), reject)
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // Note: the process can close an idle connection while a request is on its way.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
        if (isStale) this.#attempt(sent).then(resolve, reject)
        else reject(error)
      })
      outgoing.end(body)
    })
  }
}

const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
])

/** Says why a process did not answer. `likely` is the cause if it closed the connection. */
export function noAnswerText(
  url: string,
  error: unknown,
  likely = 'its own output may tell why',
): string {
  const { code = '' } = error as { code?: string }
  if (code === 'ECONNREFUSED') return `no server answers at ${url}`
  if (code.startsWith('HPE_')) return `${url} did not answer with HTTP`
  if (certificateCodes.has(code))
    return `the certificate of ${url} is not trusted (${code}); use an http address, or name the certificate in NODE_EXTRA_CA_CERTS`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `${url} did not answer with TLS; use an http address`
  return `the process closed the connection to ${url} without an answer; ${likely}`
}
