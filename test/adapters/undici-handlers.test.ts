/** Both forms of the handlers of undici get the response of the emulator, its errors and an abort. */
import { setupEmulator } from 'course-admin-emulator/node'
import { afterEach, describe, expect, test } from 'vitest'

const key = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  dispatch(options: object, handler: object): boolean
}

const emulator = setupEmulator({ world: 'empty' })
afterEach(() => emulator.close())

const [origin] = emulator.baseUrl.split('/api/v1')
const optionsFor = (path: string) => ({
  origin,
  path: `/api/v1${path}`,
  method: 'GET',
  headers: emulator.headers,
})

/** Dispatches a request with a handler that collects what it is told. */
async function dispatch(
  path: string,
  handlerOf: (told: unknown[], end: () => void) => object,
): Promise<unknown[]> {
  const told: unknown[] = []
  emulator.listen()
  void globalThis.Response
  const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher>)[key]!
  await new Promise<void>((resolve) => {
    expect(dispatcher.dispatch(optionsFor(path), handlerOf(told, resolve))).toBe(true)
  })
  return told
}

const textOf = (chunk: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(chunk))

interface Controller {
  readonly aborted: boolean
  readonly reason: unknown
  readonly rawHeaders: readonly Uint8Array[]
  pause(): void
  resume(): void
  abort(reason: unknown): void
}

/** A handler of undici 7. */
const handler =
  (onStart: (controller: Controller) => void = () => undefined) =>
  (told: unknown[], end: () => void) => ({
    onRequestStart(controller: Controller, context: object) {
      told.push(['start', controller.aborted, context])
      onStart(controller)
    },
    onResponseStart(controller: Controller, status: number, headers: object, text: string) {
      const names = controller.rawHeaders.filter((_, i) => i % 2 === 0).map(String)
      told.push(['head', status, names.sort().join() === Object.keys(headers).sort().join(), text])
    },
    onResponseData: (_: Controller, chunk: Uint8Array) => void told.push(textOf(chunk)),
    onResponseEnd(_: Controller, trailers: object) {
      told.push(['end', trailers])
      end()
    },
    onResponseError({ aborted, reason }: Controller, error: unknown) {
      told.push(['error', aborted, reason === error, String(error)])
      end()
    },
  })

describe('a handler of undici 7', () => {
  test('gets the status, the headers and the body', async () => {
    const told = await dispatch('/users?per_page=1', handler())
    expect(told).toEqual([
      ['start', false, {}],
      ['head', 200, true, expect.any(String)],
      [expect.objectContaining({ id: 1 })],
      ['end', {}],
    ])
  })

  test('gets an abort as an error, and no response', async () => {
    const told = await dispatch(
      '/users',
      handler((controller) => controller.abort(new Error('enough'))),
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual([
      ['start', false, {}],
      ['error', true, true, 'Error: enough'],
    ])
  })

  test('gets the error of a connection that a fault cuts', async () => {
    emulator.fault({ operation: 'get_users', with: { reset: true } })
    const told = await dispatch('/users', handler())
    expect(told).toEqual([
      ['start', false, {}],
      ['error', false, false, expect.stringContaining('Error')],
    ])
    emulator.reset()
  })
})

test('a handler of undici 5 and 6 gets them too', async () => {
  const told = await dispatch('/users?per_page=1', (lines, end) => ({
    onConnect: (abort: unknown) => void lines.push(['connect', typeof abort]),
    onHeaders: (status: number, headers: Uint8Array[], _: unknown, text: string) =>
      void lines.push(['head', status, headers.length % 2, text]),
    onData: (chunk: Uint8Array) => void lines.push(textOf(chunk)),
    onComplete(trailers: unknown) {
      lines.push(['end', trailers])
      end()
    },
  }))
  expect(told).toEqual([
    ['connect', 'function'],
    ['head', 200, 0, expect.any(String)],
    [expect.objectContaining({ id: 1 })],
    ['end', []],
  ])
})

test('a handler without a method for the end gets the response, and no error', async () => {
  const told = await dispatch('/users/1', (told, end) => ({
    onRequestStart: () => undefined,
    onResponseStart: (_: unknown, status: number) => told.push(status),
    onResponseData(_: unknown, chunk: Uint8Array) {
      told.push((textOf(chunk) as { id: number }).id)
      setImmediate(end)
    },
    onResponseError: (_: unknown, error: unknown) => told.push(error),
  }))
  expect(told).toEqual([200, 1])
})
