/** Sends a request to another process, on a connection of its own. */
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
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
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** @throws Error if the process does not answer, or does not answer with HTTP */
export function sendToProcess(sent: ProcessRequest): Promise<ProcessResponse> {
  const { url, method, headers, body, signal } = sent
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    // Note: without an agent, no connection outlives a process that is ended.
    const outgoing = send(
      url,
      { method, agent: false, signal, headers: { ...headers, ...length, connection: 'close' } },
      (incoming) => {
        buffer(incoming).then(
          (bytes) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: bytes.toString('utf8'),
            }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
