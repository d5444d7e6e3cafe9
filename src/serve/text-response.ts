/** The response of a call without a network. A body that is a text costs less than a stream of its bytes. */

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

  override async text(): Promise<string> {
    if (this.#isRead || this.#streamed) return this.#stream().text()
    this.#isRead = true
    return this.#text
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text())
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
