/** The response of a call without a network. A body that is a text costs less than a stream of its bytes. */

/** The turns in which a stream is read. With as many, concurrent work has the same order as on the network. */
const streamTurns = 7

interface Host {
  readonly process?: { readonly versions?: { readonly node?: string } }
}

/**
 * Whether responses are read through their methods only, as in Node. A service worker, Deno and Bun read the
 * internal body of a response that they send.
 */
export const isReadByMethods =
  (globalThis as Host).process?.versions?.node !== undefined &&
  !('Deno' in globalThis) &&
  !('Bun' in globalThis)

const parseJson = (text: string): unknown => JSON.parse(text)

/** A `Response` that keeps its text, and makes a stream of it only on request. */
export class TextResponse extends Response {
  readonly #text: string
  #isRead = false
  #streamed: Response | undefined

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override get body(): Response['body'] {
    return this.#stream().body
  }

  override get bodyUsed(): boolean {
    return this.#isRead || this.#streamed?.bodyUsed === true
  }

  override text(): Promise<string> {
    return this.#isRead || this.#streamed ? this.#stream().text() : this.#read(String)
  }

  override json(): Promise<unknown> {
    return this.#isRead || this.#streamed ? this.#stream().json() : this.#read(parseJson)
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#stream().arrayBuffer()
  }

  override blob(): Promise<Blob> {
    return this.#stream().blob()
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#stream().bytes()
  }

  override formData(): Promise<FormData> {
    return this.#stream().formData()
  }

  override clone(): Response {
    return this.#isRead || this.#streamed
      ? this.#stream().clone()
      : new TextResponse(this.#text, this)
  }

  async #read<T>(parse: (text: string) => T): Promise<T> {
    this.#isRead = true
    for (let i = 0; i < streamTurns; i += 1) await undefined
    return parse(this.#text)
  }

  /** The same response with a stream, whose errors and state are those of every response. */
  #stream(): Response {
    if (!this.#streamed) {
      const { status, headers } = this
      this.#streamed = new Response(this.#text, { status, headers })
      if (this.#isRead) void this.#streamed.text()
    }
    return this.#streamed
  }
}
