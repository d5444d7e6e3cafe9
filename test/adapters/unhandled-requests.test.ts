/** Unhandled requests: what each strategy does with them, and what is reported. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import {
  assertNoUnhandledCalls,
  type ListenOptions,
  setupEmulator,
} from 'course-admin-emulator/node'
import { request } from 'undici'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { assertNewHandled } from '../../src/engine/emulator/reports/unhandled-calls.ts'
import { failureReportLines } from '../../src/engine/emulator/reports/expectations.ts'

afterEach(() => void vi.restoreAllMocks())

/** An emulator that listens, with everything that it prints. */
function listening(options?: ListenOptions) {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const emulator = setupEmulator({ world: 'empty' }).listen(options)
  const printed = (spy: typeof errors): string[] => spy.mock.calls.map(([line]) => String(line))
  return { emulator, errors: () => printed(errors), warnings: () => printed(warnings) }
}

/** A server of this process that answers `elsewhere`. */
async function elsewhere() {
  const server = createServer((_, response) => response.end('elsewhere')).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The same server at an address that does not name this machine. */
    foreignUrl: `http://0.0.0.0:${port}`,
    [Symbol.dispose]: () => void server.close(),
  }
}

const secondVersion = 'https://service.test/api/v2/users'
const message =
  `GET ${secondVersion}: \`/api/v2/users\` is not below \`/api/v1\`. ` +
  'Did you mean GET https://service.test/api/v1/users?'

describe('by default', () => {
  test('a request whose base URL is not set fails, also to this machine', async () => {
    using server = await elsewhere()
    const { emulator, errors } = listening()
    await fetch(`${server.url}/users/undefined`)
    await expect(fetch(`${server.url}/undefined/courses`)).rejects.toThrow(TypeError)
    const text = 'its base URL is not set: the path is `/undefined/courses`. Configure the code'
    expect(errors()).toEqual([expect.stringContaining(text)])
    expect(() => emulator.close()).toThrow('its base URL is not set')
  })

  test('a request to the host of the base URL fails, and the closest operation is named', async () => {
    const { emulator, errors } = listening()
    await expect(fetch(secondVersion)).rejects.toThrow(TypeError)
    await expect(request(secondVersion)).rejects.toThrow('ECONNRESET')
    expect(errors()).toEqual([`Unhandled request: ${message}`])
    expect(failureReportLines(contextOf(emulator))).toContain(message)
    expect(() => assertNoUnhandledCalls(emulator)).toThrow(message)
    expect(() => emulator.close()).toThrow(
      'Could not intercept GET https://service.test/api/v2/users',
    )
  })

  test('a call that no operation answers fails the test that closes the emulator, once', async () => {
    const { emulator } = listening()
    await fetch(`${emulator.baseUrl}/user`, { headers: emulator.headers })
    expect(() => emulator.close()).toThrow(
      'Could not answer GET /user: the service has no such operation. Did you mean',
    )
    emulator.listen().close()
    emulator.reset()
    emulator.listen()
    await fetch(`${emulator.baseUrl}/course`, { headers: emulator.headers })
    expect(() => emulator.close()).toThrow('Could not answer GET /course')
    emulator.reset()
    emulator.listen()
    await expect(fetch(secondVersion)).rejects.toThrow(TypeError)
    expect(() => emulator.close()).toThrow('Could not intercept')
    emulator.reset()
    emulator.listen().close()
  })

  test.each([
    ['no token', {}, 'no token was sent'],
    ['an unknown token', { authorization: 'Bearer x' }, 'the token is unknown'],
  ])('a call with %s that no operation answers fails its test too', async (_, headers, reason) => {
    const { emulator } = listening()
    expect((await fetch(`${emulator.baseUrl}/usres`, { headers })).status).toBe(403)
    expect(() => assertNoUnhandledCalls(emulator)).toThrow('-> 403: did you mean GET /users?')
    expect(failureReportLines(contextOf(emulator)).join('\n')).toMatch(
      new RegExp(`403: ${reason}.*; there is no operation GET /usres$`, 'm'),
    )
    expect(() => emulator.close()).toThrow('Could not answer GET /usres')
  })

  test('a path that the base URL does not have is named', async () => {
    const emulator = createEmulator({ world: 'empty', baseUrl: 'https://service.test' })
    await emulator.fetch('/api/v1/users?per_page=5', { headers: emulator.headers })
    expect(() => assertNewHandled(contextOf(emulator))).toThrow(
      '`baseUrl` has no path: give "https://service.test/api/v1", or call',
    )
  })

  test.each([
    ['DELETE', '/users/2', '`act.deleteUser`'],
    ['POST', '/users/2/merge', '`act.mergeUsers`'],
    ['POST', '/users/merge', '`act.mergeUsers`'],
    ['POST', '/orders/2/approve?now=1', '`act.approveOrder`'],
    ['POST', '/enrollments', '`act.enroll`'],
    ['POST', '/payments', '`act.create("payments", { … })`'],
  ])('a call that an administrator performs names the act: %s %s', async (method, path, act) => {
    const { emulator } = listening()
    await fetch(emulator.baseUrl + path, { method, headers: emulator.headers })
    expect(() => emulator.close()).toThrow(`An administrator does this: ${act}.`)
  })

  test('a request to the path of the base URL on another host fails', async () => {
    const { emulator, errors } = listening()
    await expect(fetch('https://live.test/api/v1/courses/1')).rejects.toThrow(TypeError)
    expect(() => emulator.close()).toThrow('the host `live.test` is not `service.test`')
    expect(errors().join()).toContain(
      'the host `live.test` is not `service.test`. Did you mean GET https://service.test/api/v1/courses/{id}?',
    )
  })

  test('a request with http in place of https fails, and both addresses are named', async () => {
    const { emulator, errors } = listening()
    await expect(fetch('http://service.test/api/v1/users')).rejects.toThrow(TypeError)
    expect(() => emulator.close()).toThrow('it begins with `http://service.test`')
    expect(errors()).toEqual([
      'Unhandled request: GET http://service.test/api/v1/users: it begins with `http://service.test`, and the ' +
        'emulator answers `https://service.test`. Did you mean GET https://service.test/api/v1/users?',
    ])
  })

  test('any other request goes to the network with one warning', async () => {
    const { emulator, warnings } = listening()
    using _ = emulator
    using server = await elsewhere()
    for (let i = 0; i < 2; i += 1) {
      expect(await (await fetch(`${server.foreignUrl}/health`)).text()).toBe('elsewhere')
    }
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain('it is not below `https://service.test/api/v1`')
    assertNoUnhandledCalls(emulator)
  })

  test('a request to this machine, such as one of supertest to the app, is not reported', async () => {
    const { emulator, warnings } = listening()
    using _ = emulator
    using server = await elsewhere()
    expect(await (await fetch(`${server.url}/health`)).text()).toBe('elsewhere')
    expect(warnings()).toEqual([])
    expect(contextOf(emulator).unhandledRequests).toEqual([])
  })

  test('a delivery to a webhook on the network is not reported', async () => {
    const { emulator, warnings } = listening()
    using _ = emulator
    using server = await elsewhere()
    emulator.act.registerWebhook({ url: `${server.url}/hooks`, events: ['user.deleted'] })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(emulator.delivered('user.deleted')).toHaveLength(1)
    expect(warnings()).toEqual([])
  })
})

describe('with a strategy', () => {
  test('bypass, a request goes to the network without a report', async () => {
    const { emulator, warnings } = listening({ onUnhandledRequest: 'bypass' })
    using _ = emulator
    using server = await elsewhere()
    await fetch(`${server.url}/api/v1/users`)
    expect(warnings()).toEqual([])
    expect(failureReportLines(contextOf(emulator))).not.toContain('Unhandled requests:')
  })

  test('error, every request fails', async () => {
    const { emulator } = listening({ onUnhandledRequest: 'error' })
    await expect(fetch('https://elsewhere.test/health')).rejects.toThrow(
      /Failed to fetch|fetch failed/,
    )
    expect(failureReportLines(contextOf(emulator)).join('\n')).toContain(
      'https://elsewhere.test/health',
    )
    expect(() => emulator.close()).toThrow('Could not intercept GET https://elsewhere.test/health')
  })

  test('warn, a request with the path of the base URL goes to the network', async () => {
    const { emulator, warnings } = listening({ onUnhandledRequest: 'warn' })
    using _ = emulator
    using server = await elsewhere()
    expect((await fetch(`${server.url}/api/v1/users`)).status).toBe(200)
    expect(warnings()).toHaveLength(1)
  })

  test('that does not exist, listen throws and nothing changes', () => {
    const emulator = setupEmulator({ world: 'empty' })
    expect(() => emulator.listen({ onUnhandledRequest: 'warning' as never })).toThrow(
      'there is no strategy "warning". Did you mean "warn"?',
    )
    emulator.listen().close()
  })
})

describe('emulator.fetch', () => {
  const emulator = createEmulator({ world: 'empty' })

  test.each([
    ['users', 'Could not fetch "users": it is neither a path nor a URL. Did you mean "/users"?'],
    [
      'https://other.test/api/v1/users',
      'its origin is not https://service.test. Call `fetch` for other origins',
    ],
    [new URL('https://other.test/users'), 'its origin is not https://service.test'],
    [new Request('https://other.test/users'), 'its origin is not https://service.test'],
    [undefined, 'it is neither a path nor a URL. Give a path below `baseUrl`, such as "/users"'],
    [7, 'it is neither a path nor a URL'],
  ])('refuses %o', async (input, expected) => {
    const refused = emulator.fetch(input as never)
    await expect(refused).rejects.toThrow(EmulatorError)
    await expect(refused).rejects.toThrow(expected)
  })

  test.each([
    [{ method: 'GET', body: 'x' }],
    [{ method: 'no method' }],
    [{ headers: { 'no name': 'x' } }],
    [7],
  ])('refuses the options %o', async (init) => {
    await expect(emulator.fetch('/users', init as never)).rejects.toThrow(EmulatorError)
  })
})
