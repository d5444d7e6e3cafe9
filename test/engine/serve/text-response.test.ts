/** Responses of direct calls: read as text without a stream, and otherwise like every `Response`. */
import { afterEach, expect, test, vi } from 'vitest'
import { createEmulator } from 'course-admin-emulator'
import { createTextResponse } from '../../../src/engine/serve/text-response.ts'

const text = '{"name":"Zoë"}'
const headers = { 'content-type': 'application/json', 'x-rows': '1' }
const init = { status: 201, statusText: 'Made', headers }
const responses = () => [createTextResponse(text, init), new Response(text, init)] as const
const encodedResponse = () => createTextResponse(text, init, new TextEncoder().encode(text))

/** The outcome of reading a response, with each member that a client can see. */
async function outcomeOf(response: Response, read: (response: Response) => unknown) {
  const result = await Promise.resolve(response)
    .then(read)
    .catch((error: Error) => `${error.name}: ${error.message}`)
  const { status, statusText, ok, bodyUsed, url, redirected, type } = response
  const isLocked = response.body?.locked
  return {
    result,
    members: { status, statusText, ok, bodyUsed, url, redirected, type, isLocked },
    headers: [...response.headers],
  }
}

const streamText = async (stream: ReadableStream | null): Promise<string> =>
  stream ? new Response(stream).text() : 'no stream'

const reads: Record<string, (response: Response) => unknown> = {
  'does not read it': () => undefined,
  'reads the text': (response) => response.text(),
  'reads the JSON': (response) => response.json(),
  'reads the bytes': async (response) => [...new Uint8Array(await response.arrayBuffer())],
  'reads the blob': async (response) => {
    const blob = await response.blob()
    return [blob.type, await blob.text()]
  },
  'reads a form': (response) => response.formData().catch((error: Error) => error.name),
  'reads the stream': (response) => streamText(response.body),
  'sees a stream, then reads the text': (response) => [response.body !== null, response.text()][1],
  'reads the text twice': async (response) => [await response.text(), await response.text()],
  'reads the text, then the stream': async (response) => [
    await response.text(),
    await streamText(response.body),
  ],
  'reads the text, then clones it': async (response) => [
    await response.text(),
    response.clone().status,
  ],
  'reads a clone and the response': async (response) => {
    const clone = response.clone()
    clone.headers.set('x-rows', '2')
    return [await clone.text(), await response.json(), clone.status, [...clone.headers]]
  },
  'reads a clone of a stream': async (response) => {
    const { body } = response
    const clone = response.clone()
    return [body !== null, await clone.text(), await response.text(), [...clone.headers]]
  },
  'forwards the body': (response) => new Response(response.body, response).json(),
}

test.each(Object.entries(reads))('a client that %s', async (_, read) => {
  const [actual, expected] = responses()
  const outcome = await outcomeOf(expected, read)
  expect(await outcomeOf(actual, read)).toEqual(outcome)
  expect(await outcomeOf(encodedResponse(), read)).toEqual(outcome)
})

/** Returns the number of turns of the microtask queue that a read takes. */
async function turnsOf(response: Response, read: 'text' | 'json'): Promise<number> {
  let isRead = false
  void response[read]().then(() => (isRead = true))
  let turns = 0
  for (; !isRead; turns += 1) await undefined
  return turns
}

test.runIf(process.version.startsWith('v20.')).each(['text', 'json'] as const)(
  'a client reads the %s after as many turns as from a stream of Node 20',
  async (read) => {
    const turns = await turnsOf(new Response(text, init), read)
    expect(await turnsOf(createTextResponse(text, init), read)).toBe(turns)
  },
)

test('a direct call returns a Response with bytes and headers that can change', async () => {
  using emulator = createEmulator()
  const response = await emulator.fetch('/users', {
    headers: { authorization: `Bearer ${emulator.token}` },
  })
  expect(response).toBeInstanceOf(Response)
  response.headers.set('x-seen', 'yes')
  expect(response.headers.get('x-seen')).toBe('yes')
  const bytes = await response.clone().bytes()
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(await response.json())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

class FieldResponse extends Response {
  override readonly body = null
  readonly given: unknown
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(null, init)
    this.given = body
  }
}

test('a library that replaces the class of Node receives the text', async () => {
  vi.stubGlobal('Response', FieldResponse)
  const module = '../../../src/engine/serve/text-response.ts?replaced'
  const { createTextResponse: create } = (await import(module)) as {
    createTextResponse: typeof createTextResponse
  }
  expect(create(text, init)).toMatchObject({ given: text, status: 201 })
})

test('a long response is encoded once, and its stream has the encoded text', async () => {
  using emulator = createEmulator()
  const { headers } = emulator
  const response = await emulator.fetch('/users', { headers })
  const text = await response.clone().text()
  const encode = vi.spyOn(TextEncoder.prototype, 'encode')
  const sent = await emulator.fetch('/users', { headers })
  const bytes = new Uint8Array(await new Response(sent.body).arrayBuffer())
  const encoded = encode.mock.calls.filter(([each]) => each === text)
  expect([encoded.length, String(bytes.length)]).toEqual([1, sent.headers.get('content-length')])
  expect(new TextDecoder().decode(bytes)).toBe(text)
})
