/** Responses with a known text. */
import { isNode } from '../errors/node-version.ts'

/** The turns of the microtask queue that Node 20 takes to read a stream. */
const streamTurns = 8

/** Needs no new promise for each turn. */
const settled = Promise.resolve()

/**
 * A response whose text is known. It creates its stream on the first read of the stream, because a stream takes a
 * third of the time of a simple call.
 */
class TextResponse extends Response {
  readonly #text: string
  readonly #bytes: Uint8Array<ArrayBuffer> | undefined
  #isRead = false
  #streamed: Response | undefined

  constructor(text: string, init: ResponseInit, bytes?: Uint8Array<ArrayBuffer>) {
    super(null, init)
    this.#text = text
    this.#bytes = bytes
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#stream().body
  }

  override get bodyUsed(): boolean {
    return this.#streamed?.bodyUsed ?? this.#isRead
  }

  override text(): Promise<string> {
    return this.#read((text) => text)
  }

  override json(): ReturnType<Response['json']> {
    return this.#read((text) => JSON.parse(text) as unknown)
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#stream().arrayBuffer()
  }

  override blob(): Promise<Blob> {
    return this.#stream().blob()
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  }

  override formData(): Promise<FormData> {
    return this.#stream().formData()
  }

  override clone(): Response {
    if (this.#streamed || this.#isRead) return new Response(this.#stream().clone().body, this)
    return new TextResponse(this.#text, this, this.#bytes)
  }

  async #read<T>(parse: (text: string) => T): Promise<T> {
    if (this.#streamed || this.#isRead) return parse(await this.#stream().text())
    this.#isRead = true
    // Note: without these turns, work at the same time would have another order than with a stream.
    for (let turn = 1; turn < streamTurns; turn += 1) await settled
    return parse(this.#text)
  }

  /** Returns the response with a stream. Reads the stream if a caller has read the text. */
  #stream(): Response {
    if (!this.#streamed) {
      this.#streamed = new Response(this.#bytes ?? this.#text, this)
      if (this.#isRead) void this.#streamed.text()
    }
    return this.#streamed
  }
}

/**
 * Whether `Response` is the class of Node: all code reads its responses through public members. The servers of other
 * runtimes and service workers read the stream that a response was created with; a library that replaces the class keeps
 * the body in fields of its own.
 */
const isClassOfNode =
  isNode &&
  Response.error().constructor === Response &&
  Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get !== undefined

/** Creates a response with a text as its body. Its stream has the `bytes` of the text, if they are known. */
export const createTextResponse = (
  text: string,
  init: ResponseInit,
  bytes?: Uint8Array<ArrayBuffer>,
): Response => (isClassOfNode ? new TextResponse(text, init, bytes) : new Response(text, init))
