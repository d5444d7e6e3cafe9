/** Unhandled requests of a Playwright page. */
import { connectEmulator } from '../../src/adapters/remote/connection.ts'
import type { RemoteEmulator } from '../../src/adapters/remote/remote-emulator.ts'
import { createPageRequests } from '../../src/adapters/testing/page-requests.ts'
import type { UnhandledStrategy } from '../../src/engine/emulator/handlers.ts'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let server: EmulatorServer
let emulator: RemoteEmulator
beforeAll(async () => {
  server = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
})
afterAll(() => server.close())
beforeEach(async () => {
  emulator = await connectEmulator(server.url, { world: 'empty' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await emulator.close()
})

interface Sent {
  readonly url: string
  readonly type?: string
  readonly page?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends the requests of a page and returns the report. */
function reportOf(sent: readonly Sent[], strategy?: UnhandledStrategy) {
  const requests = createPageRequests()
  let onRequest: (request: object) => void = () => expect.unreachable()
  requests.watch({
    on: (name: string, listener: never) => name === 'request' && (onRequest = listener),
  } as never)
  requests.start(emulator.baseUrl, strategy)
  for (const { url, type = 'fetch', page = 'http://app.test/', headers = {} } of sent) {
    onRequest({
      resourceType: () => type,
      method: () => 'GET',
      url: () => url,
      headers: () => headers,
      serviceWorker: () => null,
      frame: () => ({ url: () => page }),
    })
  }
  return requests.report(emulator.control)
}

test('a request with the host or the path of the base URL is an error', async () => {
  for (const url of [`${server.url}/api/v2/users`, 'http://other.test/api/v1/users']) {
    const report = await reportOf([{ url }])
    expect(report?.error).toMatchObject({
      action: expect.stringMatching(/^intercept GET http/),
      advice: expect.stringContaining(`Did you mean GET ${emulator.baseUrl}/users?`),
    })
  }
})

test.each<[string, (base: string) => Sent]>([
  ['below the base URL', (base) => ({ url: `${base}/users` })],
  ['to another host', () => ({ url: 'http://other.test/session' })],
  ['to the control plane', () => ({ url: `${server.url}/_emulator/health` })],
  ['for a document', () => ({ url: `${server.url}/api/v2/users`, type: 'document' })],
  [
    'to the server of the page, which passes it on',
    () => ({ url: 'http://app.test/api/v1/users' }),
  ],
])('a request %s is not reported', async (_, sentTo) => {
  expect(await reportOf([sentTo(emulator.baseUrl)])).toBeUndefined()
})

test('a strategy holds for requests to every host', async () => {
  const sent = [{ url: 'http://other.test/session' }]
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect((await reportOf(sent, 'warn'))?.error).toBeUndefined()
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Unhandled request: GET http:\/\/other\.test\/session: /),
  )
  expect(await reportOf(sent, 'bypass')).toBeUndefined()
  expect((await reportOf([{ url: 'http://third.test/' }], 'error'))?.error).toBeDefined()
})

test.each([
  [{}, 'missing'],
  [{ requests: 5 }, '5'],
  [
    { requests: [{ method: 'GET', url: 'users', strategy: 'error' }] },
    '[{"method":"GET","url":"users","strategy":"error"}]',
  ],
  [
    { requests: [{ method: 5, url: 'https://app.test/', strategy: 'error' }] },
    '[{"method":5,"url":"https://app.test/","strategy":"error"}]',
  ],
])('the route refuses %j', async (body, given) => {
  await expect(emulator.control('POST', 'evidence/unhandled-requests', body)).rejects.toThrow(
    `"requests" is ${given}. Give a list of { method, url, strategy } with absolute URLs.`,
  )
})

test('a request with a token of the server is an error, unless requests may pass', async () => {
  const url = `${emulator.baseUrl}/users`
  const sent = [{ url, headers: { authorization: `Bearer ${server.token}` } }]
  expect((await reportOf(sent))?.error).toMatchObject({
    action: 'answer GET /users',
    advice: expect.stringContaining('Give the page `emulator.token`'),
  })
  expect(await reportOf(sent, 'bypass')).toBeUndefined()
  expect(await reportOf([{ url, headers: emulator.headers }, { url }])).toBeUndefined()
})

test('a request of a page without an address is an error', async () => {
  const url = `${emulator.baseUrl}/users`
  const report = await reportOf([{ url, headers: emulator.headers, page: 'about:blank' }])
  expect(report?.error).toMatchObject({
    action: 'answer GET /users',
    advice: 'Open a page with an address first: `page.goto`.',
  })
})

test('an exception in the page is kept for the report', () => {
  const requests = createPageRequests()
  requests.watch({
    on: (name: string, listener: (event: object) => void) =>
      name === 'weberror' && listener({ error: () => new TypeError('users is undefined') }),
  } as never)
  expect(requests.errors()).toEqual(['TypeError: users is undefined'])
})
